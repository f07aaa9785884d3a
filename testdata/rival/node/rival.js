// The round trip of "sayso hook" in Node, with none of its care.
const fs = require("node:fs");
const net = require("node:net");

const payload = JSON.parse(fs.readFileSync(0, "utf8"));
const conn = net.connect(process.env.SAYSO_SOCKET);
const send = (message) => conn.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
send({ id: 1, method: "hello", params: { protocol: 3, version: "rival" } });
send({ id: 2, method: "ask", params: { door: "hook", payload } });
let text = "";
conn.on("data", (chunk) => {
  text += chunk;
  const lines = text.split("\n");
  if (lines.length < 3) return;
  const { behavior } = JSON.parse(lines[1]).result;
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior } } }));
  send({ method: "delivered", params: { id: 2 } });
  conn.end();
});
