"""A model server for tests that can misbehave in many ways.

It speaks as llama-server does, on a free port of the loopback. The first part of a path is the mode:
http://127.0.0.1:PORT/ok answers well; another mode answers well too, but for chat requests that ask
for token probabilities and hold the marker. So one claim of a run meets the misbehaviour and its
neighbours do not.
"""

import hashlib
import http.server
import json
import math
import re
import socket
import struct
import threading
import time

MARKER = "900"
MODEL = "stub-model"
DIMENSIONS = 64

GOOD = 0.9


def words(text):
    return re.findall(r"[a-z]+|\d+", text.lower())


def embed(text):
    vector = [0.0] * DIMENSIONS
    for word in words(text) or [""]:
        vector[int(hashlib.md5(word.encode()).hexdigest(), 16) % DIMENSIONS] += 1.0
    return vector


def label(text, statement):
    """A: every word is there; C: only numbers are missing; B: else."""
    missing = set(words(statement)) - set(words(text))
    if not missing:
        return "A"
    return "C" if all(word.isdigit() for word in missing) else "B"


def chat(body, answer=None):
    user = body["messages"][-1]["content"]
    if "top_logprobs" not in body:
        content = answer(body) if answer else f"- {user}"
        return {"choices": [{"index": 0, "finish_reason": "stop",
                             "message": {"role": "assistant", "content": content}}],
                "usage": {"prompt_tokens": 10, "completion_tokens": 10}}
    text, statement = (json.loads(re.search(rf"^{name}: (.*)$", user, re.M)[1])
                       for name in ("Text", "Statement"))
    chosen = label(text, statement)
    top = [{"token": token, "logprob": math.log(GOOD if token == chosen else (1 - GOOD) / 3)}
           for token in ("A", "B", "C")]
    return {"choices": [{"index": 0, "finish_reason": "length",
                         "message": {"role": "assistant", "content": chosen},
                         "logprobs": {"content": [{"token": chosen, "logprob": math.log(GOOD),
                                                   "top_logprobs": top}]}}]}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.server.note(self, "")
        _, _, rest = self.path[1:].partition("/")
        if rest == "props":
            self.reply({"default_generation_settings": {}, "total_slots": 4, "build_info": "stub"})
        elif rest == "v1/models":
            self.reply({"data": [{"id": MODEL}]})
        else:
            self.reply({"error": {"message": "no such path"}}, status=404)

    def do_POST(self):
        raw = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.note(self, raw)
        mode, _, rest = self.path[1:].partition("/")
        body = json.loads(raw)
        with self.server.inside():
            if rest == "v1/embeddings":
                # In the wrong order: the index counts.
                data = [{"index": i, "embedding": embed(text)} for i, text in enumerate(body["input"])]
                self.reply({"data": data[::-1]})
            elif rest != "v1/chat/completions":
                self.reply({"error": {"message": "no such path"}}, status=404)
            elif mode != "ok" and "top_logprobs" in body and MARKER in raw:
                self.server.marked.set()
                getattr(self, f"mode_{mode}")(chat(body))
            else:
                self.reply(chat(body, self.server.answer))

    def reply(self, content, status=200, content_type="application/json", headers=()):
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def begin(self, length=None):
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.flush()

    def mode_reset(self, answer):
        """The connection is reset in the middle of the body."""
        data = json.dumps(answer).encode()
        self.begin(len(data))
        self.wfile.write(data[:len(data) // 2])
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def mode_cut(self, answer):
        """The server closes in the middle, in order."""
        data = json.dumps(answer).encode()
        self.begin(len(data))
        self.wfile.write(data[:len(data) // 2])

    def mode_drip(self, answer):
        """One byte at a time, for ever."""
        self.begin(1000000)
        while not self.server.closing.is_set():
            self.wfile.write(b" ")
            self.wfile.flush()
            time.sleep(0.2)

    def mode_slow(self, answer):
        """No answer at all, until the client is gone."""
        self.close_connection = True
        self.server.closing.wait(60)

    def mode_endless(self, answer):
        self.begin()
        block = b"x" * 65536
        while not self.server.closing.is_set():
            self.wfile.write(block)

    def mode_storm(self, answer):
        self.reply({"error": {"message": "rate limit"}}, status=429, headers=[("Retry-After", "0")])

    def mode_flaky(self, answer):
        """Two failures, then an answer."""
        failures = self.server.take_failure()
        if failures == 1:
            self.reply({"error": {"message": "rate limit"}}, status=429,
                       headers=[("Retry-After", "0")])
        elif failures == 2:
            self.mode_reset(answer)
        else:
            self.reply(answer)

    def mode_html(self, answer):
        self.reply(b"<!DOCTYPE html><title>502</title><h1>Bad Gateway</h1>", content_type="text/html")

    def mode_texttype(self, answer):
        """Right, but for the content type."""
        self.reply(answer, content_type="text/plain; charset=latin-1")

    def mode_utf8(self, answer):
        self.reply(b'{"choices":[{"message":{"content":"\xff\xfe\x80"}}]}')

    def mode_huge(self, answer):
        self.reply(json.dumps(answer).replace(str(math.log(GOOD)), "-1e999").encode())

    def mode_deep(self, answer):
        self.reply(b"[" * 1000000)

    def mode_empty(self, answer):
        self.reply(b"")

    def mode_nologprobs(self, answer):
        del answer["choices"][0]["logprobs"]
        self.reply(answer)

    def mode_unsure(self, answer):
        """Most of the probability is on no label."""
        for choice in answer["choices"][0]["logprobs"]["content"][0]["top_logprobs"]:
            choice["logprob"] -= 2
        answer["choices"][0]["logprobs"]["content"][0]["logprob"] -= 2
        self.reply(answer)

    def mode_leak(self, answer):
        """An error that repeats the key."""
        self.reply({"error": {"message": "bad key: " + self.headers.get("Authorization", "")}},
                   status=400)

    def mode_redirect(self, answer):
        self.reply(b"", status=307, headers=[("Location", self.server.redirect_to + self.path)])


class StubServer(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests = []  # (path, headers, body)
        self.redirect_to = ""
        self.answer = None  # What the model writes, by request; None: it repeats what it was told.
        self.most_inside = 0
        self.closing = threading.Event()
        self.marked = threading.Event()
        self._failures = 0
        self._inside = 0
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self.serve_forever, daemon=True)
        self._thread.start()

    def url(self, mode="ok"):
        return f"http://127.0.0.1:{self.server_address[1]}/{mode}"

    def note(self, handler, body):
        with self._lock:
            self.requests.append((handler.path, dict(handler.headers), body))

    def take_failure(self):
        with self._lock:
            self._failures += 1
            return self._failures

    def inside(self):
        return _Inside(self)

    def handle_error(self, *_):
        pass  # The client went away: that is what many tests are about.

    def close(self):
        self.closing.set()
        self.shutdown()
        self.server_close()


class _Inside:
    def __init__(self, server):
        self.server = server

    def __enter__(self):
        with self.server._lock:
            self.server._inside += 1
            self.server.most_inside = max(self.server.most_inside, self.server._inside)

    def __exit__(self, *_):
        with self.server._lock:
            self.server._inside -= 1
