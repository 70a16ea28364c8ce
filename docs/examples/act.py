"""One step through the official MCP SDK for Python, proven by the app: 7 on the keypad of gnome-calculator.

    pip install mcp
    surehand allow gnome-calculator     # or answer the question of a client that can ask
    python act.py /path/to/surehand
"""

import asyncio
import os
import sys

from mcp import Client, StdioServerParameters


async def main(program):
    # The SDK gives a server almost nothing of its own environment, and surehand must know which desktop is meant.
    server = StdioServerParameters(command=program, args=["mcp"], env=dict(os.environ))
    async with Client(server) as client:
        step = {"app": "gnome-calculator", "instruction": "press the 7 key"}
        result = await client.call_tool("act", step)
        print(result.content[0].text)


asyncio.run(main(sys.argv[1]))
