"""A bot for ruledeck that needs no package: it reads a JSON object a line and writes one.

    ruledeck sim bbtm --seats "exec:python3 bot.py",random,random,random

It takes the first legal answer that its own random numbers pick.
"""
import json
import random
import sys

VERSION = 3  # of the lines


def answer(question, rng):
    options = [o["key"] for o in question["options"] for _ in range(o["copies"])]
    kind = question["kind"]
    if kind == "yes":
        return {"yes": rng.random() < 0.5}
    if kind == "number":
        return {"number": rng.randint(question["min"], question["max"])}
    if kind == "split":
        split, left = {}, question["total"]
        most = question["max"] or left  # 0: as much as there is
        for key in options:
            part = min(left, most)
            split[key] = split.get(key, 0) + part
            left -= part
        return {"split": split}
    if kind == "order":
        rng.shuffle(options)
        return {"keys": options}
    least, most = question["min"], min(question["max"], len(options))
    return {"keys": rng.sample(options, rng.randint(min(least, most), most))}


def main():
    tables = {}  # what the bot knows, by the table that a line names
    for line in sys.stdin:
        message = json.loads(line)
        table = message["table"]
        if message["type"] == "hello":
            if message["v"] != VERSION:
                sys.exit(f"this bot reads version {VERSION} of the lines, not {message['v']}")
            tables[table] = random.Random(message["bot_seed"])
            reply = {"type": "ready", "table": table, "v": VERSION}
        elif message["type"] == "decision":
            reply = {"type": "answer", "table": table, "n": message["n"], "again": message["again"],
                     **answer(message, tables[table])}
        else:  # the end of a game: another may follow
            continue
        print(json.dumps(reply), flush=True)


main()
