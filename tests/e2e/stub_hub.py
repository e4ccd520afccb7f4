"""A Hugging Face-style hub on a loopback port that misbehaves as a test asks."""

import http.server
import ssl
import threading
import time


class StubHub:
    """Serves `files` (path → bytes). What a test changes takes effect with the next request."""

    def __init__(self, certificate=None):
        self.files = {}
        self.etag = '"v1"'
        self.knows_ranges = True
        self.break_after = None  # Bytes of a body after which the connection is closed.
        self.bytes_per_second = None
        self.statuses = []  # Answers of the next requests, instead of files.
        self.redirect_to = None  # Base URL that all requests are sent on to.
        self.requests = []  # (path, headers with lower-case names)
        hub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def do_GET(self):
                hub.answer(self)

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, client_address):
                pass  # Clients that break off are what the tests are about.

        self._server = Server(("127.0.0.1", 0), Handler)
        scheme = "http"
        if certificate:
            scheme = "https"
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.url = f"{scheme}://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def add(self, repo, file, content, revision="main"):
        self.files[f"/{repo}/resolve/{revision}/{file}"] = content

    def ranges(self):
        return [headers.get("range") for _, headers in self.requests]

    def answer(self, handler):
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.requests.append((handler.path, headers))
        if self.statuses:
            return self._page(handler, self.statuses.pop(0))
        if self.redirect_to:
            handler.send_response(302)
            handler.send_header("Location", self.redirect_to + handler.path)
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return None
        content = self.files.get(handler.path)
        if content is None:
            return self._page(handler, 404)
        first = self._first_byte(headers, content)
        if first is None:
            return self._page(handler, 416)
        handler.send_response(206 if first else 200)
        handler.send_header("ETag", self.etag)
        handler.send_header("Content-Length", str(len(content) - first))
        if first:
            handler.send_header("Content-Range", f"bytes {first}-{len(content) - 1}/{len(content)}")
        handler.end_headers()
        self._body(handler, content[first:])
        return None

    def _first_byte(self, headers, content):
        wanted = headers.get("range")
        if not wanted or not self.knows_ranges or headers.get("if-range", self.etag) != self.etag:
            return 0
        first = int(wanted.removeprefix("bytes=").removesuffix("-"))
        return first if first < len(content) else None

    def _body(self, handler, body):
        whole = len(body)
        body = body if self.break_after is None else body[:self.break_after]
        step = 16_384
        for begin in range(0, len(body), step):
            handler.wfile.write(body[begin:begin + step])
            if self.bytes_per_second:
                time.sleep(step / self.bytes_per_second)
        if len(body) < whole:
            handler.close_connection = True

    @staticmethod
    def _page(handler, status):
        body = b"<html>an error page</html>"
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body)))
        handler.send_header("X-Error-Message", "as the test asked")
        handler.end_headers()
        handler.wfile.write(body)
