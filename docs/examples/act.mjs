// One step through the official MCP SDK for TypeScript, proven by the app: 7 on the keypad of gnome-calculator.
//
//     npm install @modelcontextprotocol/sdk
//     surehand allow gnome-calculator     # or answer the question of a client that can ask
//     node act.mjs /path/to/surehand

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

// The SDK gives a server almost nothing of its own environment, and surehand must know which desktop is meant.
const server = new StdioClientTransport({ command: process.argv[2], args: ["mcp"], env: process.env });
const client = new Client({ name: "first-act", version: "1.0.0" });
await client.connect(server);
const step = { app: "gnome-calculator", instruction: "press the 7 key" };
const result = await client.callTool({ name: "act", arguments: step });
console.log(result.content[0].text);
await client.close();
