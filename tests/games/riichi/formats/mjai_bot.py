"""An mjai bot for tests. It discards what it draws; with `reach` it first tries to declare riichi.

`mjai_bot.py [reach|silent|broken|illegal|quits] [--listen]`: with `--listen` it tells a port and serves connections.
"""

from __future__ import annotations

import json
import socket
import sys
import time
from typing import Any, TextIO


def answers(mode: str, told: TextIO, said: TextIO) -> None:
    own, drawn, wants_riichi = -1, "", mode == "reach"
    for text in told:
        line = json.loads(text)
        own = line.get("id", own)
        is_own = line.get("actor") == own
        reply: dict[str, Any] = {"type": "none"}
        if line["type"] == "reach" and is_own:
            reply = {"type": "dahai", "actor": own, "pai": drawn, "tsumogiri": True}
        if line["type"] == "tsumo" and is_own:
            drawn = line["pai"]
            reply = {"type": "dahai", "actor": own, "pai": drawn, "tsumogiri": True}
            if wants_riichi:
                reply, wants_riichi = {"type": "reach", "actor": own}, False
            if mode == "silent":
                time.sleep(3600)
            if mode == "quits":
                return
            if mode == "illegal":
                reply = {"type": "hora", "actor": own}
        print("no JSON" if mode == "broken" else json.dumps(reply), file=said, flush=True)
        print(text.rstrip(), file=sys.stderr, flush=True)


def listen(mode: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        print(server.getsockname()[1], flush=True)
        while True:
            line, _ = server.accept()
            with line, line.makefile("r") as told, line.makefile("w") as said:
                answers(mode, told, said)


if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else ""
    if "--listen" in sys.argv:
        listen(chosen)
    else:
        answers(chosen, sys.stdin, sys.stdout)
