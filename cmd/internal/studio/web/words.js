// The tool's own words. What a pack says comes translated with the scene.

const words = {
  en: {
    table: "Table", gallery: "Gallery", why: "Why", all: "all", referee: "Referee: all is open", findings: n => n === 1 ? "1 finding" : `${n} findings`,
    you: "You", hidden: "face down", empty: "empty", because: "because", decision: n => `decision ${n}`, waiting: "waits", over: "The game is over",
    won: names => `won by ${names}`, nobody: "nobody won", choose: "choose", back: "back", confirm: "OK", undo: "Undo", fork: "Fork", keep: "Keep as test", keys: "all keys",
    now: "now", event: n => `event ${n}`, past: "You look at the past.", live: "Back to now", log: "Log", since: "since your last answer", causes: "What led to this",
    newGame: "New game", seats: "Seats", seed: "Seed", start: "Start", close: "Close", games: "Games", search: "search cards", cards: n => n === 1 ? "1 card" : `${n} cards`, copies: n => `${n} in the game`,
    name: "Name of the test", kept: p => `kept as ${p}`, applied: "Files applied", refused: "The files changed, but the game goes on as it was", was: "was", is: "is",
    yes: "yes", no: "no", none: "none of them", pass: "Pass the device to", ready: "I am it: show my cards", none_asked: "Nobody at the page is asked.", more: n => `${n} more`, pile: "pile",
    amount: (a, b) => `${a} to ${b}`, left: n => `${n} left`, order: "in this order", pickSome: (a, b) => a === b ? `choose ${a}` : `choose ${a} to ${b}`, behind: "The page was behind; here is the open question.",
    failed: "A script failed", stale: "The connection is gone; it is tried again.", graph: "Over time", print: "Print", abilities: "Abilities", help: "Keys", from: n => `Fork at decision ${n}`,
    helpKeys: [["1–9", "choose an option"], ["Enter", "confirm"], ["Esc", "back"], ["← →", "line"], ["Shift ← →", "answer"], ["Ctrl ← →", "phase"], ["Home End", "start, now"], ["u", "undo"], ["f", "fork"], ["k", "keep as test"], ["w", "why"], ["0–4 with Alt", "whose view"], ["t g", "table, gallery"], ["n", "new game"], ["?", "this"]],
  },
  fr: {
    table: "Table", gallery: "Cartes", why: "Pourquoi", all: "tout", referee: "Arbitre : tout est visible", findings: n => n === 1 ? "1 remarque" : `${n} remarques`,
    you: "Vous", hidden: "face cachée", empty: "vide", because: "car", decision: n => `décision ${n}`, waiting: "attend", over: "La partie est finie",
    won: names => `gagnée par ${names}`, nobody: "personne n'a gagné", choose: "choisir", back: "retour", confirm: "OK", undo: "Annuler", fork: "Bifurquer", keep: "Garder comme test", keys: "toutes les touches",
    now: "maintenant", event: n => `événement ${n}`, past: "Vous regardez le passé.", live: "Revenir au présent", log: "Journal", since: "depuis votre dernière réponse", causes: "Ce qui y a mené",
    newGame: "Nouvelle partie", seats: "Places", seed: "Graine", start: "Commencer", close: "Fermer", games: "Parties", search: "chercher des cartes", cards: n => n === 1 ? "1 carte" : `${n} cartes`, copies: n => `${n} dans le jeu`,
    name: "Nom du test", kept: p => `gardé sous ${p}`, applied: "Fichiers appliqués", refused: "Les fichiers ont changé, mais la partie continue comme avant", was: "avant", is: "après",
    yes: "oui", no: "non", none: "aucune", pass: "Passez l'appareil à", ready: "C'est moi : montrer mes cartes", none_asked: "Personne ici n'est interrogé.", more: n => `encore ${n}`, pile: "pile",
    amount: (a, b) => `${a} à ${b}`, left: n => `reste ${n}`, order: "dans cet ordre", pickSome: (a, b) => a === b ? `choisir ${a}` : `choisir ${a} à ${b}`, behind: "La page était en retard ; voici la question ouverte.",
    failed: "Un script a échoué", stale: "La connexion est perdue ; nouvel essai.", graph: "Au fil du temps", print: "Imprimer", abilities: "Capacités", help: "Touches", from: n => `Bifurquer à la décision ${n}`,
    helpKeys: [["1–9", "choisir une option"], ["Entrée", "confirmer"], ["Échap", "retour"], ["← →", "ligne"], ["Maj ← →", "réponse"], ["Ctrl ← →", "phase"], ["Début Fin", "début, maintenant"], ["u", "annuler"], ["f", "bifurquer"], ["k", "garder comme test"], ["w", "pourquoi"], ["0–4 avec Alt", "point de vue"], ["t g", "table, cartes"], ["n", "nouvelle partie"], ["?", "ceci"]],
  },
  ja: {
    table: "卓", gallery: "カード", why: "理由", all: "全", referee: "審判：すべて公開", findings: n => `指摘 ${n}`,
    you: "あなた", hidden: "裏向き", empty: "なし", because: "理由", decision: n => `質問 ${n}`, waiting: "待ち", over: "ゲーム終了",
    won: names => `勝者：${names}`, nobody: "勝者なし", choose: "選ぶ", back: "戻る", confirm: "決定", undo: "取り消す", fork: "分岐", keep: "テストに残す", keys: "キー一覧",
    now: "現在", event: n => `出来事 ${n}`, past: "過去を見ています。", live: "現在に戻る", log: "記録", since: "前回の回答以降", causes: "ここまでの原因",
    newGame: "新しいゲーム", seats: "席", seed: "シード", start: "開始", close: "閉じる", games: "ゲーム", search: "カードを探す", cards: n => `${n} 枚`, copies: n => `ゲーム中 ${n} 枚`,
    name: "テストの名前", kept: p => `${p} に保存`, applied: "ファイルを反映", refused: "ファイルは変わったが、ゲームは元のまま", was: "前", is: "後",
    yes: "はい", no: "いいえ", none: "どれも選ばない", pass: "次の人に渡す：", ready: "本人です。カードを表示", none_asked: "この画面の人への質問はありません。", more: n => `あと ${n}`, pile: "山",
    amount: (a, b) => `${a} から ${b}`, left: n => `残り ${n}`, order: "この順で", pickSome: (a, b) => a === b ? `${a} つ選ぶ` : `${a} から ${b} 選ぶ`, behind: "画面が古くなっていました。今の質問です。",
    failed: "スクリプトが失敗", stale: "接続が切れました。再接続中。", graph: "推移", print: "印刷", abilities: "能力", help: "キー", from: n => `質問 ${n} で分岐`,
    helpKeys: [["1–9", "選ぶ"], ["Enter", "決定"], ["Esc", "戻る"], ["← →", "行"], ["Shift ← →", "回答"], ["Ctrl ← →", "フェイズ"], ["Home End", "最初、現在"], ["u", "取り消す"], ["f", "分岐"], ["k", "テストに残す"], ["w", "理由"], ["Alt+0–4", "視点"], ["t g", "卓、カード"], ["n", "新しいゲーム"], ["?", "この一覧"]],
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
