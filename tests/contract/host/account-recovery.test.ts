import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { loadSecrets } from "../../../server/secrets.ts";
import { operatorEnvironment, placeOf } from "../../support/portal/open-data.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";

const program = path.resolve(import.meta.dirname, "../../../server/cli/main.ts");

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

it("a reset at the host ends sessions and sockets of the running portal", async () => {
  const person = await portal.hire({ role: "admin", email: "jana@agentur.example" });
  const { cookie } = await portal.signIn(person);
  const { soketi } = loadSecrets(portal.dataDir);
  const { host, origin } = new URL(portal.url);
  const socket = new WebSocket(`ws://${host}/app/${soketi.key}?protocol=7`, { origin, headers: { cookie } });
  await once(socket, "message");
  const input = encodeURIComponent(JSON.stringify({ json: {} }));
  const read = () => fetch(new URL(`/api/trpc/system.get?input=${input}`, origin), { headers: { cookie } });
  expect((await read()).status).toBe(200);

  const closed = once(socket, "close");
  const command = spawn(process.execPath, [program, "admin", "reset-password", "jana@agentur.example"], {
    env: { ...process.env, ...operatorEnvironment(await placeOf(portal.dataDir)) },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  command.stdout.on("data", (text) => {
    said += text;
  });
  command.stdin.end("eine lange Zeile aus vier Wörtern\n");
  expect(await once(command, "close")).toEqual([0, null]);
  expect(said).toContain("Beendete Sitzungen: 1.");
  await closed;
  expect((await read()).status).toBe(401);
});
