"""The round trip of "sayso hook" in Python, with none of its care."""
import json
import os
import socket
import sys

payload = json.load(sys.stdin)
conn = socket.socket(socket.AF_UNIX)
conn.connect(os.environ["SAYSO_SOCKET"])
stream = conn.makefile("rw")


def send(**message):
    stream.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    stream.flush()


send(id=1, method="hello", params={"protocol": 3, "version": "rival"})
send(id=2, method="ask", params={"door": "hook", "payload": payload})
stream.readline()
behavior = json.loads(stream.readline())["result"]["behavior"]
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": {"behavior": behavior}}}, separators=(",", ":")), flush=True)
send(method="delivered", params={"id": 2})
