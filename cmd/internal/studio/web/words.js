// The tool's own words. What a pack says comes translated with the scene.

const words = {
  en: {
    balance: "Balance", balanceSub: "Games between bots, on half of the processors, beside the game that is open. What comes out is the page of ruledeck sim --report.", playGames: "Play games", howMany: "Games", stop: "Stop", played: (a, b) => `${a} of ${b} games played`, gamesFailed: n => n === 1 ? "1 game failed" : `${n} games failed`, oldFigures: "The files have changed since; these figures are of the old ones.", measured: (n, s) => `${n} games in ${s.toFixed(1)} s`, alone: "Open by itself, to print or keep", noFigures: "No games have been played for their figures yet. A few hundred say who wins how often, and which cards are worth having.",
    seatNumber: n => `Seat ${n}`, noSeat: "nobody", choice: v => v, kind: k => ({human: "you", random: "random bot", greedy: "greedy bot"})[k] ?? k, noGraph: "Not changed yet", filter: "filter the options", asTable: "As a table", unknown: "hidden", when: "Event", language: "Language", changeIt: "Change it", addLike: "Add one like it", saveAs: f => `Save this in ${f} of your pack, with your values; the page follows.`, playOn: "Play from here (Space)", turn: "has the turn", kindOf: k => k, sameValues: "All values are the same.", allValues: "All values",
    tests: "Tests", print: "Print", compare: "Compare", testsSub: (a, b) => `${a} pass, ${b} fail. They run again whenever something is saved.`, noFiles: "The game is inside the program: it has no folder for tests.", noTests: "There is no scenario yet. Play, and keep what should stay true.",
    keptGames: "Games you can go on with", noKept: "None yet. Every game that you play is kept by itself.", ended: "over", open: "open", here: "open here", resume: "Go on", seatCount: n => `${n} seats`, answers: n => n === 1 ? "1 answer" : `${n} answers`,
    green: "passes", red: "fails", openStart: "Open", openEnd: "Open at its end", mine: "Make it mine", mineSub: "This game is inside the program. An overlay of it in a folder of yours has files that you can change; the game goes on over it.", folder: "Name of the folder", nowMine: p => `Your overlay is in ${p}. Change its files; the game follows.`,
    partAt: n => n ? `The same for ${n} lines.` : "They differ from the first line on.", value: "Value", same: "nothing more", keepHint: n => `From decision ${n} on. Choose what must be true: click values, places and lines, or tick them here.`, earlier: "earlier", later: "later", searchTrue: "search what is true", explain: "where it comes from",
    uncovered: "never covered", changed: "changed", chosen: "chosen", new: "new", chooseAll: "Choose these", chooseNone: "Choose none", forPrint: "print", printSheets: "Print sheets", searchCards: "name, text, power>2, skills:pass, copies>1, ability:guard", filterHint: "click a card to see where it comes from",
    paper: "Paper", copiesOf: "Copies", oneEach: "one of each", allCopies: "all", backs: "Backs", printSub: (n, pages) => `${n} cards on ${pages} pages. Cards of 63 × 88 mm; print at 100 %, without margins.`,
    seeDifference: "See the difference", again: n => `The game had ${n} answers before the files changed, and some do not fit.`, giveAgain: "Give them again", unsaved: "The game cannot be saved:", openFile: "open the file", nameGame: "Name of the game",
    table: "Table", gallery: "Gallery", why: "Why", all: "all", referee: "Referee: all is open", spectator: "Spectator: what all see", findings: n => n === 1 ? "1 finding" : `${n} findings`,
    you: "You", hidden: "face down", empty: "empty", because: "because", decision: n => `decision ${n}`, waiting: "waits", over: "The game is over",
    won: names => `won by ${names}`, nobody: "nobody won", choose: "choose", back: "back", confirm: "OK", undo: "Undo", fork: "Fork", keep: "Keep as test", keys: "all keys",
    now: "now", event: n => `event ${n}`, past: "You look at the past.", live: "Back to now", log: "Log", wholeLog: "the whole log", since: "since your last answer", causes: "What led to this",
    newGame: "New game", seats: "Seats", seed: "Seed", start: "Start", close: "Close", games: "Games", search: "search cards", cards: n => n === 1 ? "1 card" : `${n} cards`, copies: n => `${n} in the game`,
    name: "Name of the test", kept: p => `kept as ${p}`, replayed: (n, of) => n === of ? `${of} answers replayed` : `${n} of ${of} answers replayed`, differsAt: n => `· differs from here (line ${n + 1})`, differsNot: () => "· nothing differs", refused: "The files changed, but the game goes on as it was", was: "was", is: "is",
    yes: "yes", no: "no", none: "none of them", pass: "Pass the device to", ready: "I am it: show my cards", none_asked: "Nobody at the page is asked.", more: n => `${n} more`, pile: "pile",
    amount: (a, b) => `${a} to ${b}`, left: n => `${n} left`, order: "in this order", pickSome: (a, b) => a === b ? `choose ${a}` : `choose ${a} to ${b}`, behind: "The page was behind; here is the open question.",
    failed: "A script failed", stale: "The connection is gone; it is tried again.", graph: "Over time", abilities: "Abilities", help: "What can be done", from: n => `Fork at decision ${n}`,
    helpKeys: [["1–9", "choose an option"], ["Enter", "confirm"], ["Esc", "back"], ["← →", "line"], ["Shift ← →", "answer"], ["Ctrl ← →", "phase"], ["Home End", "start, now"], ["Space", "play on, line by line"], ["/", "search"], ["Alt 0–9", "whose view (0 all, 9 spectator)"], ["?", "this"]],
  },
  fr: {
    balance: "Équilibre", balanceSub: "Des parties entre automates, sur la moitié des processeurs, à côté de la partie ouverte. Le résultat est la page de ruledeck sim --report.", playGames: "Jouer des parties", howMany: "Parties", stop: "Arrêter", played: (a, b) => `${a} parties sur ${b}`, gamesFailed: n => n === 1 ? "1 partie a échoué" : `${n} parties ont échoué`, oldFigures: "Les fichiers ont changé depuis ; ces chiffres sont ceux d'avant.", measured: (n, s) => `${n} parties en ${s.toFixed(1).replace(".", ",")} s`, alone: "Ouvrir à part, pour imprimer ou garder", noFigures: "Aucune partie n'a encore été jouée pour ses chiffres. Quelques centaines disent qui gagne combien de fois, et ce que vaut chaque carte.",
    seatNumber: n => `Place ${n}`, noSeat: "personne", choice: v => ({random: "au hasard", yes: "oui", no: "non", on: "oui", off: "non"})[v] ?? v, kind: k => ({human: "vous", random: "automate au hasard", greedy: "automate avide"})[k] ?? k, noGraph: "Pas encore changé", filter: "filtrer les options", asTable: "En tableau", unknown: "caché", when: "Événement", language: "Langue", changeIt: "La changer", addLike: "En ajouter une semblable", saveAs: f => `Enregistrez ceci dans ${f} de votre jeu, avec vos valeurs ; la page suit.`, playOn: "Dérouler d'ici (Espace)", turn: "a la main", kindOf: k => ({answer: "réponse", step: "étape", raise: "déclencheur", apply: "application", ability: "capacité", effect: "effet", roll: "dé", move: "déplacement", set: "valeur"})[k] ?? k, sameValues: "Toutes les valeurs sont les mêmes.", allValues: "Toutes les valeurs",
    tests: "Tests", print: "Impression", compare: "Comparer", testsSub: (a, b) => `${a} passent, ${b} échouent. Ils tournent à nouveau dès qu'un fichier change.`, noFiles: "Le jeu est dans le programme : il n'a pas de dossier pour des tests.", noTests: "Pas encore de scénario. Jouez, et gardez ce qui doit rester vrai.",
    keptGames: "Parties à reprendre", noKept: "Aucune. Toute partie jouée est gardée d'elle-même.", ended: "finie", open: "en cours", here: "ouverte ici", resume: "Reprendre", seatCount: n => `${n} places`, answers: n => n === 1 ? "1 réponse" : `${n} réponses`,
    green: "passe", red: "échoue", openStart: "Ouvrir", openEnd: "Ouvrir à la fin", mine: "En faire le mien", mineSub: "Ce jeu est dans le programme. Une extension dans un dossier à vous a des fichiers que vous pouvez changer ; la partie continue avec elle.", folder: "Nom du dossier", nowMine: p => `Votre extension est dans ${p}. Changez ses fichiers ; la partie suit.`,
    partAt: n => n ? `Identiques pendant ${n} lignes.` : "Différentes dès la première ligne.", value: "Valeur", same: "rien de plus", keepHint: n => `À partir de la décision ${n}. Choisissez ce qui doit être vrai : cliquez des valeurs, des places et des lignes, ou cochez-les ici.`, earlier: "plus tôt", later: "plus tard", searchTrue: "chercher ce qui est vrai", explain: "d'où cela vient",
    uncovered: "jamais testée", changed: "changée", chosen: "choisies", new: "nouvelle", chooseAll: "Choisir celles-ci", chooseNone: "N'en choisir aucune", forPrint: "imprimer", printSheets: "Planches à imprimer", searchCards: "nom, texte, power>2, skills:pass, copies>1, ability:guard", filterHint: "cliquez une carte pour voir d'où elle vient",
    paper: "Papier", copiesOf: "Exemplaires", oneEach: "un de chaque", allCopies: "tous", backs: "Dos", printSub: (n, pages) => `${n} cartes sur ${pages} pages. Cartes de 63 × 88 mm ; imprimez à 100 %, sans marges.`,
    seeDifference: "Voir la différence", again: n => `La partie avait ${n} réponses avant le changement, et certaines ne vont plus.`, giveAgain: "Les redonner", unsaved: "La partie ne peut pas être gardée :", openFile: "ouvrir le fichier", nameGame: "Nom de la partie",
    table: "Table", gallery: "Cartes", why: "Pourquoi", all: "tout", referee: "Arbitre : tout est visible", spectator: "Spectateur : ce que tous voient", findings: n => n === 1 ? "1 remarque" : `${n} remarques`,
    you: "Vous", hidden: "face cachée", empty: "vide", because: "car", decision: n => `décision ${n}`, waiting: "attend", over: "La partie est finie",
    won: names => `gagnée par ${names}`, nobody: "personne n'a gagné", choose: "choisir", back: "retour", confirm: "OK", undo: "Annuler", fork: "Bifurquer", keep: "Garder comme test", keys: "toutes les touches",
    now: "maintenant", event: n => `événement ${n}`, past: "Vous regardez le passé.", live: "Revenir au présent", log: "Journal", wholeLog: "tout le journal", since: "depuis votre dernière réponse", causes: "Ce qui y a mené",
    newGame: "Nouvelle partie", seats: "Places", seed: "Graine", start: "Commencer", close: "Fermer", games: "Parties", search: "chercher des cartes", cards: n => n === 1 ? "1 carte" : `${n} cartes`, copies: n => `${n} dans le jeu`,
    name: "Nom du test", kept: p => `gardé sous ${p}`, replayed: (n, of) => n === of ? `${of} réponses rejouées` : `${n} réponses sur ${of} rejouées`, differsAt: n => `· diffère à partir d'ici (ligne ${n + 1})`, differsNot: () => "· rien ne diffère", refused: "Les fichiers ont changé, mais la partie continue comme avant", was: "avant", is: "après",
    yes: "oui", no: "non", none: "aucune", pass: "Passez l'appareil à", ready: "C'est moi : montrer mes cartes", none_asked: "Personne ici n'est interrogé.", more: n => `encore ${n}`, pile: "pile",
    amount: (a, b) => `${a} à ${b}`, left: n => `reste ${n}`, order: "dans cet ordre", pickSome: (a, b) => a === b ? `choisir ${a}` : `choisir ${a} à ${b}`, behind: "La page était en retard ; voici la question ouverte.",
    failed: "Un script a échoué", stale: "La connexion est perdue ; nouvel essai.", graph: "Au fil du temps", abilities: "Capacités", help: "Ce qu'on peut faire", from: n => `Bifurquer à la décision ${n}`,
    helpKeys: [["1–9", "choisir une option"], ["Entrée", "confirmer"], ["Échap", "retour"], ["← →", "ligne"], ["Maj ← →", "réponse"], ["Ctrl ← →", "phase"], ["Début Fin", "début, maintenant"], ["Espace", "dérouler ligne à ligne"], ["/", "chercher"], ["Alt 0–9", "point de vue (0 tout, 9 spectateur)"], ["?", "ceci"]],
  },
  ja: {
    balance: "バランス", balanceSub: "開いているゲームの横で、プロセッサの半分を使ってボット同士のゲームを行います。結果は ruledeck sim --report と同じページです。", playGames: "ゲームを行う", howMany: "ゲーム数", stop: "止める", played: (a, b) => `${b} ゲーム中 ${a}`, gamesFailed: n => `${n} ゲームが失敗`, oldFigures: "その後ファイルが変わりました。これは前の数字です。", measured: (n, s) => `${n} ゲーム、${s.toFixed(1)} 秒`, alone: "別のページで開く（印刷・保存用）", noFigures: "まだゲームを行っていません。数百ゲームで、誰がどれだけ勝つか、どのカードに価値があるかが分かります。",
    seatNumber: n => `席 ${n}`, noSeat: "なし", choice: v => ({random: "ランダム", yes: "はい", no: "いいえ", on: "あり", off: "なし"})[v] ?? v, kind: k => ({human: "あなた", random: "ランダムボット", greedy: "貪欲ボット"})[k] ?? k, noGraph: "まだ変化なし", filter: "選択肢を絞り込む", asTable: "表で見る", unknown: "非公開", when: "出来事", language: "言語", changeIt: "変更する", addLike: "似たカードを加える", saveAs: f => `値を変えて、パックの ${f} に保存してください。画面に反映されます。`, playOn: "ここから再生（Space）", turn: "手番", kindOf: k => ({answer: "回答", step: "手順", raise: "発生", apply: "適用", ability: "能力", effect: "効果", roll: "ダイス", move: "移動", set: "値"})[k] ?? k, sameValues: "すべての値が同じです。", allValues: "すべての値",
    tests: "テスト", print: "印刷", compare: "比較", testsSub: (a, b) => `合格 ${a}、不合格 ${b}。ファイルを保存するたびに実行されます。`, noFiles: "このゲームはプログラムの中にあり、テスト用のフォルダがありません。", noTests: "シナリオはまだありません。プレイして、変わってほしくないことを残してください。",
    keptGames: "続きから遊べるゲーム", noKept: "まだありません。プレイしたゲームは自動的に保存されます。", ended: "終了", open: "途中", here: "表示中", resume: "続ける", seatCount: n => `${n} 席`, answers: n => `回答 ${n}`,
    green: "合格", red: "不合格", openStart: "開く", openEnd: "最後の場面を開く", mine: "自分用にする", mineSub: "このゲームはプログラムの中にあります。自分のフォルダに拡張を作ると、ファイルを変更でき、ゲームはそのまま続きます。", folder: "フォルダ名", nowMine: p => `拡張は ${p} にあります。ファイルを変えるとゲームに反映されます。`,
    partAt: n => n ? `${n} 行目まで同じです。` : "最初の行から違います。", value: "値", same: "この先はありません", keepHint: n => `質問 ${n} から。成り立つべきことを、値・場所・記録の行をクリックするか、ここで選んでください。`, earlier: "前から", later: "後から", searchTrue: "成り立つことを探す", explain: "どこに書かれているか",
    uncovered: "未テスト", changed: "変更あり", chosen: "選択中", new: "新規", chooseAll: "これらを選ぶ", chooseNone: "選択を外す", forPrint: "印刷する", printSheets: "印刷用シート", searchCards: "名前、文、power>2、skills:pass、copies>1、ability:guard", filterHint: "カードをクリックすると、どこに書かれているかが分かります",
    paper: "用紙", copiesOf: "枚数", oneEach: "各 1 枚", allCopies: "全部", backs: "裏面", printSub: (n, pages) => `カード ${n} 枚、${pages} ページ。63 × 88 mm。倍率 100 %、余白なしで印刷してください。`,
    seeDifference: "違いを見る", again: n => `変更前の回答は ${n} 件で、合わないものがあります。`, giveAgain: "もう一度与える", unsaved: "ゲームを保存できません：", openFile: "ファイルを開く", nameGame: "ゲームの名前",
    table: "卓", gallery: "カード", why: "理由", all: "全", referee: "審判：すべて公開", spectator: "観戦者：全員に見えるもの", findings: n => `指摘 ${n}`,
    you: "あなた", hidden: "裏向き", empty: "なし", because: "理由", decision: n => `質問 ${n}`, waiting: "待ち", over: "ゲーム終了",
    won: names => `勝者：${names}`, nobody: "勝者なし", choose: "選ぶ", back: "戻る", confirm: "決定", undo: "取り消す", fork: "分岐", keep: "テストに残す", keys: "キー一覧",
    now: "現在", event: n => `出来事 ${n}`, past: "過去を見ています。", live: "現在に戻る", log: "記録", wholeLog: "すべての記録", since: "前回の回答以降", causes: "ここまでの原因",
    newGame: "新しいゲーム", seats: "席", seed: "シード", start: "開始", close: "閉じる", games: "ゲーム", search: "カードを探す", cards: n => `${n} 枚`, copies: n => `ゲーム中 ${n} 枚`,
    name: "テストの名前", kept: p => `${p} に保存`, replayed: (n, of) => n === of ? `回答 ${of} 件を再現` : `回答 ${of} 件中 ${n} 件を再現`, differsAt: n => `・ここから違う（${n + 1} 行目）`, differsNot: () => "・違いなし", refused: "ファイルは変わったが、ゲームは元のまま", was: "前", is: "後",
    yes: "はい", no: "いいえ", none: "どれも選ばない", pass: "次の人に渡す：", ready: "本人です。カードを表示", none_asked: "この画面の人への質問はありません。", more: n => `あと ${n}`, pile: "山",
    amount: (a, b) => `${a} から ${b}`, left: n => `残り ${n}`, order: "この順で", pickSome: (a, b) => a === b ? `${a} つ選ぶ` : `${a} から ${b} 選ぶ`, behind: "画面が古くなっていました。今の質問です。",
    failed: "スクリプトが失敗", stale: "接続が切れました。再接続中。", graph: "推移", abilities: "能力", help: "できること", from: n => `質問 ${n} で分岐`,
    helpKeys: [["1–9", "選ぶ"], ["Enter", "決定"], ["Esc", "戻る"], ["← →", "行"], ["Shift ← →", "回答"], ["Ctrl ← →", "フェイズ"], ["Home End", "最初、現在"], ["Space", "一行ずつ再生"], ["/", "探す"], ["Alt 0–9", "視点（0 全、9 観戦者）"], ["?", "この一覧"]],
  },
};

let lang = "en";

/** speak sets the language of the tool; what it lacks is English. */
export function speak(to) {
  lang = words[to] ? to : "en";
  document.documentElement.lang = to;
}

/** w is a word, with what it needs filled in. */
export function w(key, ...args) {
  const word = words[lang][key] ?? words.en[key];
  return typeof word === "function" ? word(...args) : word;
}
