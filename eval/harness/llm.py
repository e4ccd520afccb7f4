"""A chat completion from any OpenAI-compatible server, with nothing but the standard library."""

import json
import os
import time
import urllib.error
import urllib.request

KEY_VARIABLE = "GLOSSATOR_API_KEY"


class ServerFailed(Exception):
    """The server cannot be reached, refused, or answered no completion."""


class ChatServer:
    """`url`: base address, with or without /v1; the key comes from the environment, never from the command line."""

    def __init__(self, url: str, model: str, timeout: float = 120, retries: int = 2, pause: float = 1.0):
        base = url.rstrip("/")
        self.url = (base if base.endswith("/v1") else base + "/v1") + "/chat/completions"
        self.model, self.timeout, self.retries, self.pause = model, timeout, retries, pause

    def ask(self, system: str, user: str, max_tokens: int = 1024) -> str:
        body = {"model": self.model, "temperature": 0, "seed": 42, "max_tokens": max_tokens,
                "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}]}
        headers = {"Content-Type": "application/json"}
        if os.environ.get(KEY_VARIABLE):
            headers["Authorization"] = "Bearer " + os.environ[KEY_VARIABLE]
        request = urllib.request.Request(self.url, json.dumps(body).encode(), headers)
        problem = "no attempt"
        for attempt in range(self.retries + 1):
            if attempt:
                time.sleep(self.pause * 2 ** (attempt - 1))
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as answer:
                    return json.load(answer)["choices"][0]["message"]["content"] or ""
            except urllib.error.HTTPError as error:
                problem = f"HTTP {error.code}"
                if error.code < 500 and error.code != 429:
                    break
            except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
                problem = f"{type(error).__name__}: {error}"
        raise ServerFailed(f"{self.url}: {problem}")
