"""Mocks of the public conformance suite for servers of the System One wire, one per fault, until standard input ends.

    conformance.py KEY FAULT...   prints one JSON object: each fault's address ("none" is a mock without a fault)
"""

import json
import sys
import threading

from jevcompat.mock import MockConfig, make_server

key, faults = sys.argv[1], sys.argv[2:]
addresses = {}
for fault in faults:
    config = MockConfig(
        key=key if fault.startswith("auth-x") or fault == "key" else None,
        faults=frozenset() if fault in ("none", "key") else frozenset([fault]),
    )
    server = make_server(config)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    addresses[fault] = "http://127.0.0.1:%d" % server.server_address[1]
print(json.dumps(addresses), flush=True)
sys.stdin.read()
