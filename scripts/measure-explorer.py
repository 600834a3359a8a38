#!/usr/bin/env python3
"""Measures the figures of docs/measurements/explorer.md, from the outside.

    cargo build --release
    python3 scripts/measure-explorer.py target/release/amazons problems/endgames.xml

Prints one line per figure: the median, the 99th percentile and the maximum of the times.
"""

import http.client
import json
import random
import re
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse

START = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"
HARD = "1q4/6/3q2/2Q3/6/4Q1 w"


class Explorer:
    def __init__(self, program):
        command = [program, "explore", "--port", "0", "--memory", "512MB"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env={"AMAZONS_TABLES": ""})
        self.port = int(re.search(rb":(\d+)/", self.process.stdout.readline()).group(1))

    def send(self, question, **parameters):
        """Asks a question and returns the connection."""
        path = f"/api/v1/{question}" if question != "/" else "/"
        query = "?" + urllib.parse.urlencode(parameters) if parameters else ""
        stream = socket.create_connection(("127.0.0.1", self.port), timeout=300)
        head = f"GET {path}{query} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n\r\n"
        stream.sendall(head.encode())
        return stream

    def get(self, question, **parameters):
        """Asks a question and returns the status, the body, and how long it took."""
        begun = time.perf_counter()
        stream = self.send(question, **parameters)
        answer = b""
        while data := stream.recv(65536):
            answer += data
        stream.close()
        return int(answer[9:12]), answer.split(b"\r\n\r\n", 1)[1], time.perf_counter() - begun

    def running(self):
        return json.loads(self.get("status")[1])["running"]

    def memory(self):
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * 4096 / 1e6


def show(what, seconds):
    times = sorted(1000 * one for one in seconds)
    last = times[min(len(times) - 1, int(len(times) * 0.99))]
    print(f"{what}: {len(times)} times, median {statistics.median(times):.1f} ms, "
          f"99 % {last:.1f} ms, most {times[-1]:.1f} ms", flush=True)


def first_statements(explorer, problems, most, count=200):
    """Times from the question to the first proved statement, and to the first proved winner."""
    with open(problems) as file:
        fens = re.findall(r'<problem [^>]*fen="([^"]+)"', file.read())
    def empties(fen):
        return sum(int(run) for run in re.findall(r"\d+", fen.split()[0]))
    fens = [fen for fen in fens if empties(fen) <= most]
    statements, winners = [], []
    for fen in fens[:: max(1, len(fens) // count)][:count]:
        begun = time.perf_counter()
        stream = explorer.send("live", fen=fen, time="10s")
        answer, first, winner = b"", None, None
        while winner is None and b"event: done" not in answer:
            data = stream.recv(65536)
            if not data:
                break
            answer += data
            now = time.perf_counter() - begun
            if first is None and re.search(rb"data: .*\n\n", answer):
                first = now
            if b'"winner":"' in answer:
                winner = now
        stream.close()
        statements.append(first or 10)
        winners.append(winner or 10)
    show(f"first statement, up to {most} empty squares", statements)
    show("first move whose winner is proved", winners)


def page_while_searching(explorer):
    streams = [explorer.send("value", fen=START, time="30s", winner="true") for _ in range(4)]
    while explorer.running() < 4:
        pass
    show("the page while 4 searches run", [explorer.get("/")[2] for _ in range(300)])
    for stream in streams:
        stream.close()


def dropped(explorer, count=60):
    questions = [("value", START), ("moves", HARD), ("live", START), ("regions", START),
                 ("game_value", HARD), ("thermograph", HARD)]
    times = []
    for number in range(count):
        question, fen = questions[number % len(questions)]
        while explorer.running():
            time.sleep(0.001)
        stream = explorer.send(question, fen=fen, time="30s")
        time.sleep(0.3)
        stream.close()
        begun = time.perf_counter()
        while explorer.running():
            pass
        times.append(time.perf_counter() - begun)
    show("dropped question until its search has ended", times)


def at_once(explorer, count=200):
    answers = []
    def ask():
        answers.append(explorer.get("value", fen="Q2q/1**1 w"))
    threads = [threading.Thread(target=ask) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    statuses = sorted({status for status, _, _ in answers})
    show(f"{count} connections at once, statuses {statuses}", [took for _, _, took in answers])


def bad_requests(explorer, count=10_000):
    """Memory before and after bad requests, measured after a warm-up of a thousand."""
    chance = random.Random(29)
    connection = http.client.HTTPConnection("127.0.0.1", explorer.port)
    def ask(times):
        for _ in range(times):
            question = chance.choice(["value", "moves", "regions", "live", "play", "svg", "nothing"])
            query = chance.choice(["fen=17/17", "fen=%ff", "fen=Q2x", "time=-1s", "a=%",
                                   "fen=" + "Q" * chance.randrange(1, 4000)])
            connection.request("GET", f"/api/v1/{question}?{query}&wrong=1")
            answer = connection.getresponse()
            answer.read()
            assert 400 <= answer.status < 500, (answer.status, query)
    ask(1000)
    before = explorer.memory()
    ask(count)
    print(f"memory: {before:.1f} MB, after {count} bad requests {explorer.memory():.1f} MB")


def main():
    program, problems = sys.argv[1:]
    explorer = Explorer(program)
    try:
        first_statements(explorer, problems, 24)
        page_while_searching(explorer)
        dropped(explorer)
        at_once(explorer)
        bad_requests(explorer)
    finally:
        explorer.process.kill()


if __name__ == "__main__":
    main()
