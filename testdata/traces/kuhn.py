"""Kuhn poker by itself: writes all its games as a trace for ruledeck test --against."""
import itertools
import json
import sys

CARDS = ["Jack", "Queen", "King"]
# What may follow what was done so far; nothing where the hand is over.
MOVES = {"": ["check", "bet"], "check": ["check", "bet"], "bet": ["fold", "call"], "check bet": ["fold", "call"]}


def out(line):
    print(json.dumps(line))


def knows(dealt, history, end=None):
    """What the seats know: their own card, what was done, and what they got."""
    return [f"{len(dealt)} {dealt[s] if s < len(dealt) else ''} {history} {end}" for s in range(2)]


def returns(dealt, history):
    """What the seats get: the pot is one chip of each, or two of who called."""
    if history.endswith("fold"):
        wins, stake = (0 if history == "bet fold" else 1), 1
    else:
        wins, stake = (0 if CARDS.index(dealt[0]) > CARDS.index(dealt[1]) else 1), 2 if "call" in history else 1
    return [stake, -stake] if wins == 0 else [-stake, stake]


def play(dealt, history, taken):
    """Writes the states of one game behind the deal."""
    if history not in MOVES:
        got = returns(dealt, history)
        out({"asked": 0, "returns": got, "knows": knows(dealt, history, got)})
        return
    seat = 1 if history in ("", "check bet") else 2
    out({"asked": seat, "legal": MOVES[history], "took": [taken[0]], "knows": knows(dealt, history)})
    play(dealt, (history + " " + taken[0]).strip(), taken[1:])


def lines(history=""):
    """All that may be done from here on."""
    if history not in MOVES:
        return [[]]
    return [[move] + rest for move in MOVES[history] for rest in lines((history + " " + move).strip())]


out({"trace": 1, "game": sys.argv[1] if len(sys.argv) > 1 else "../kuhn", "seats": 2, "program": "kuhn.py"})
for deal in itertools.permutations(CARDS, 2):
    for line in lines():
        left = list(CARDS)
        for n, card in enumerate(deal):
            out({"asked": 0, "legal": left, "weights": [1] * len(left), "took": [card], "knows": knows(deal[:n], "")})
            left = [c for c in left if c != card]
        play(deal, "", line)
