"""Drives the server with the official MCP SDK for Python, over both of its lifecycles.

Arguments: the server's program. With SUREHAND_TEST_APP in the environment, an app of that name must be open on the
display, with a text field "Name"; without it the server is expected to find no desktop. Prints what failed and exits 1,
or prints "ok".
"""

import asyncio
import json
import os
import sys

from mcp import Client, MCPError, StdioServerParameters, types

LIMIT = 60
TEXT = "  Grace Hopper é ✓ 漢字 😀 "


def check(condition, message):
    if not condition:
        raise SystemExit(f"python_sdk.py: {message}")


def read(result):
    """The JSON of a result, which must be one text and nothing else."""
    check(len(result.content) == 1 and result.content[0].type == "text", f"one text expected: {result}")
    check(result.structured_content is None, "no structured content expected")
    return json.loads(result.content[0].text)


async def listing(client):
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    check({"observe", "act", "extract", "windows"} <= set(tools), f"tools: {set(tools)}")
    for name, tool in tools.items():
        check(tool.output_schema is None, f"{name} has an output schema")
        check(tool.annotations.read_only_hint is (name not in ("act", "run")), f"{name}: readOnlyHint")
    check(tools["act"].annotations.destructive_hint is True, "act: destructiveHint")
    check("then" in client.instructions, "the instructions teach `then`")


async def errors(client):
    result = await client.call_tool("observe", {})
    check(result.is_error and read(result)["code"] == "invalid_arguments", f"no target: {result}")
    result = await client.call_tool("act", {"app": "x", "instruction": "y", "then": [{"text": 5}]})
    check("then[0]" in read(result)["message"], f"a wrong step: {result}")
    try:
        await client.call_tool("launch_missiles", {})
        check(False, "an unknown tool must be an error")
    except MCPError as error:
        check(error.error.code == -32602, f"unknown tool: {error.error}")


async def without_desktop(client):
    result = await client.call_tool("windows", {})
    check(result.is_error and read(result)["code"] == "desktop_unavailable", f"windows: {result}")
    for tool in ("observe", "act", "extract"):
        result = await client.call_tool(tool, {"app": "x", "instruction": "y"})
        check(result.is_error and read(result)["code"] == "desktop_unavailable", f"{tool}: {result}")


async def with_app(client, app):
    windows = read(await client.call_tool("windows", {"app": app}))["windows"]
    check(len(windows) == 1, f"windows: {windows}")
    seen = read(await client.call_tool("observe", {"windowId": windows[0]["windowId"]}))
    check(any(field["label"] == "Name" for field in seen["fields"]), f"observe: {seen}")
    name = {"app": app, "instruction": "Put the name into the Name field", "text": TEXT}
    done = read(await client.call_tool("act", name))
    check(done["status"] == "done", f"act: {done}")
    answer = read(await client.call_tool("extract", {"app": app, "instruction": "the text in the Name field"}))
    # Which element is meant is the decider's business; here the field comes first or alone, and reads exactly.
    element = answer.get("element") or answer["elements"][0]
    check(element["value"] == TEXT and element["exact"], f"extract: {answer}")


async def asking(program, mode, app, answer, expected):
    """Without --yes the user is asked, once, and what they answer holds."""
    asked = []

    async def person(_context, parameters):
        asked.append(parameters.message)
        return answer

    server = StdioServerParameters(command=program, args=["mcp"], env=dict(os.environ))
    client = Client(server, mode=mode, read_timeout_seconds=LIMIT, elicitation_callback=person)
    async with client:
        for _ in range(2):
            seen = read(await client.call_tool("observe", {"app": app}))
            check(seen.get("code") == expected, f"{mode}, {answer}: {seen}")
    check(len(asked) == 1 and "May the agent use the app" in asked[0], f"{mode}: {asked}")


async def run(program, mode):
    app = os.environ.get("SUREHAND_TEST_APP")
    server = StdioServerParameters(command=program, args=["mcp", "--yes"], env=dict(os.environ))
    async with Client(server, mode=mode, read_timeout_seconds=LIMIT) as client:
        await listing(client)
        await errors(client)
        if app:
            await with_app(client, app)
        else:
            await without_desktop(client)
    if app:
        full = types.ElicitResult(action="accept", content={"answer": "full"})
        await asking(program, mode, app, full, None)
        await asking(program, mode, app, types.ElicitResult(action="decline"), "permission_denied")


def what_failed(error):
    """The SDK runs in task groups, which wrap what is raised inside of them."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


for lifecycle in ("legacy", "auto"):
    try:
        asyncio.run(asyncio.wait_for(run(sys.argv[1], lifecycle), LIMIT))
    except BaseExceptionGroup as group:
        raise what_failed(group)
print("ok")
