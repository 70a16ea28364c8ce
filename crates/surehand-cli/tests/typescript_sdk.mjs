// Drives the server with the official MCP SDK for TypeScript, as the desktop clients that are made with it do.
//
// Arguments: the server's program, and the folder whose node_modules has the SDK. With SUREHAND_TEST_APP in the
// environment, an app of that name must be open on the display, with a text field "Name"; without it the server is
// expected to find no desktop. Prints what failed and exits 1, or prints "ok".

import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";

const [program, folder] = process.argv.slice(2);
const app = process.env.SUREHAND_TEST_APP;
const require = createRequire(path.join(folder, "package.json"));
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");
const { CallToolResultSchema, ElicitRequestSchema } = require("@modelcontextprotocol/sdk/types.js");

const TEXT = "  Grace Hopper é ✓ 漢字 😀 ";

function check(condition, message) {
  if (!condition) {
    throw new Error(message);
  }
}

function read(result) {
  check(result.content.length === 1 && result.content[0].type === "text", `one text: ${JSON.stringify(result)}`);
  check(result.structuredContent === undefined, "no structured content");
  return JSON.parse(result.content[0].text);
}

async function withClient(more, answer, work) {
  const capabilities = answer === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  const asked = [];
  if (answer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, async (request) => {
      asked.push(request.params.message);
      return answer;
    });
  }
  const transport = new StdioClientTransport({ command: program, args: ["mcp", ...more], env: process.env, stderr: "ignore" });
  await client.connect(transport);
  try {
    await work(client, asked);
  } finally {
    await client.close();
  }
}

async function listing(client) {
  const tools = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool]));
  for (const name of ["observe", "act", "extract", "windows", "wait", "screenshot"]) {
    check(tools.has(name), `no tool ${name}`);
    check(tools.get(name).annotations.readOnlyHint === !["act", "run"].includes(name), `${name}: readOnlyHint`);
  }
  check(client.getInstructions().includes("then"), "the instructions teach `then`");
}

async function errors(client) {
  const wrong = await client.callTool({ name: "observe", arguments: {} });
  check(wrong.isError && read(wrong).code === "invalid_arguments", "a call without a target");
  let code;
  try {
    const odd = await client.callTool({ name: "launch_missiles", arguments: {} });
    // The SDK may turn the error of the protocol into a result.
    code = odd.isError ? -32602 : 0;
  } catch (error) {
    code = error.code;
  }
  check(code === -32602, `an unknown tool: ${code}`);
}

async function withoutDesktop(client) {
  for (const name of ["windows", "observe", "act", "extract", "wait"]) {
    const words = name === "windows" ? {} : name === "act" || name === "extract" ? { app: "x", instruction: "y" } : { app: "x" };
    const result = await client.callTool({ name, arguments: words });
    check(result.isError && read(result).code === "desktop_unavailable", `${name}: ${JSON.stringify(result)}`);
  }
}

async function withApp(client) {
  const step = { instruction: "Put the name into the Name field", text: TEXT };
  const told = [];
  const done = read(
    await client.callTool({ name: "act", arguments: { app, ...step, then: [step] } }, CallToolResultSchema, {
      onprogress: (progress) => told.push(progress),
    }),
  );
  check(done.status === "done", `act: ${JSON.stringify(done)}`);
  const words = told.map((progress) => progress.message);
  check(words.includes("step 1 of 2") && words.includes("step 2 of 2: done"), `progress: ${JSON.stringify(told)}`);
  check(told.every((one, at) => one.total === 2 && (at === 0 || one.progress > told[at - 1].progress)), "it grows");
  const giveUp = new AbortController();
  const waits = client.callTool({ name: "wait", arguments: { app, timeoutMs: 60000, until: { appears: "never" } } }, CallToolResultSchema, {
    signal: giveUp.signal,
  });
  setTimeout(() => giveUp.abort("enough"), 100);
  check(await waits.then(() => false, () => true), "a wait that is given up");
  const value = read(await client.callTool({ name: "extract", arguments: { app, instruction: "the text in the Name field" } }));
  check((value.element ?? value.elements[0]).value === TEXT, `extract: ${JSON.stringify(value)}`);
}

async function asking(answer, expected) {
  await withClient([], answer, async (client, asked) => {
    for (let turn = 0; turn < 2; turn += 1) {
      const seen = read(await client.callTool({ name: "observe", arguments: { app } }));
      check(seen.code === expected, `${JSON.stringify(answer)}: ${JSON.stringify(seen)}`);
    }
    check(asked.length === 1 && asked[0].includes("May the agent use the app"), `asked: ${JSON.stringify(asked)}`);
  });
}

try {
  await withClient(["--yes"], undefined, async (client) => {
    await listing(client);
    await errors(client);
    await (app ? withApp(client) : withoutDesktop(client));
  });
  if (app) {
    await asking({ action: "accept", content: { answer: "full" } }, undefined);
    await asking({ action: "decline" }, "permission_denied");
  }
  console.log("ok");
} catch (error) {
  console.log(`typescript_sdk.mjs: ${error.message}`);
  process.exitCode = 1;
}
