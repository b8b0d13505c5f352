import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { agentPaths } from "../../../contract/vantage-points/agent-protocol.ts";
import { openStoreForReading, storeFile } from "../../../server/checks/store/open-store.ts";
import type { Api } from "../../../server/features/router.ts";
import { startTestPortal, type TestPortal } from "../../support/portal/portal.ts";
import { apiOf } from "../../support/portal/portal-api.ts";

const program = path.resolve(import.meta.dirname, "../../../server/cli/main.ts");

let portal: TestPortal;
let admin: Api;
let site: Server;
/** By this header checks ask for a page; whatever else the portal wants to know of a website comes without it. */
const mark = { name: "x-check", value: "1" };
/** How often checks asked for each page. */
const visits = new Map<string, number>();
/** Between agent and portal: counts what is handed in, and may keep an answer to itself. */
let network: Server;
let handedIn = 0;
let lostAnswers = 0;
let isCut = false;
const agents: Agent[] = [];

const visitsOf = (page: string) => visits.get(page) ?? 0;
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  site = createServer(({ url = "", headers }, response) => {
    if (headers[mark.name]) visits.set(url, visitsOf(url) + 1);
    response.writeHead(200, { "Content-Type": "text/html" }).end("<title>Weingut Amsel</title><h1>Willkommen</h1>");
  }).listen(0, "127.0.0.1");
  network = createServer((request, response) => void relay(request, response)).listen(0, "127.0.0.1");
  portal = await startTestPortal({ env: { MONITORING: "on" } });
  admin = await apiOf(portal, await portal.hire({ role: "admin" }));
  await admin.setting.update({ section: "monitoring", values: { canaries: [] }, version: 0 });
});
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.end()));
});
afterAll(async () => {
  await portal.stop();
  site.close();
  network.close();
});

async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  if (isCut) return void request.socket.destroy();
  const answer = await fetch(portal.url + request.url, {
    method: "POST",
    headers: { Authorization: request.headers.authorization ?? "", "Content-Type": "application/json" },
    body: Buffer.concat(parts),
  });
  if (request.url === agentPaths.results) {
    handedIn += 1;
    if (lostAnswers > 0) {
      lostAnswers -= 1;
      return void request.socket.destroy();
    }
  }
  response.writeHead(answer.status, { "Content-Type": "application/json" }).end(await answer.text());
}

interface Agent {
  said(): string;
  exited: Promise<number | null>;
  end(): Promise<number | null>;
}

function startAgent(env: Record<string, string>): Agent {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child: ChildProcess = spawn(process.execPath, [program, "agent"], {
    env: { PATH, NODE_COMPILE_CACHE, NODE_ENV: "production", DATA_DIR: portal.dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (said += text));
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const agent: Agent = {
    said: () => said,
    exited,
    end() {
      child.kill("SIGTERM");
      return exited;
    },
  };
  agents.push(agent);
  return agent;
}

const soon = { interval: 200, timeout: 40_000 };
const patience = 150_000;

/** What the portal has counted of a vantage point, each result once. */
function counted(point: string): number {
  const store = openStoreForReading(storeFile(portal.dataDir));
  if (!store) return 0;
  try {
    return Number(
      store.prepare("select coalesce(sum(answers + failures), 0) from point_slots where point = ?").pluck().get(point),
    );
  } finally {
    store.close();
  }
}

/** A website of its own page, which is looked at from a vantage point before the portal could. */
async function watch(point: string, page: string): Promise<string> {
  const { id } = await admin.website.create({ body: { url: urlOf(site) + page, lifecycle: "planned" } });
  const { config, version } = await admin.check.settings({ type: "website", id });
  const http = { ...config.http, headers: [mark] };
  const own = { ...config, http, intervalS: 30, points: [point] };
  await admin.check.configure({ type: "website", id, version, config: own });
  const website = await admin.website.get({ id });
  await admin.website.update({ params: { id }, body: { lifecycle: "live" }, version: website.version });
  return id;
}

it.each<[string, Record<string, string>, RegExp]>([
  ["without the address of its portal", { AGENT_TOKEN: "mtca_x" }, /PORTAL_URL fehlt/],
  ["that would send its token unencrypted", { PORTAL_URL: "http://portal.agentur.de", AGENT_TOKEN: "mtca_x" }, /https/],
  ["without a token", { PORTAL_URL: "https://portal.agentur.de" }, /AGENT_TOKEN fehlt/],
  [
    "whose networks are none",
    { PORTAL_URL: "https://portal.agentur.de", AGENT_TOKEN: "mtca_x", ALLOWED_NETWORKS: "alle" },
    /ALLOWED_NETWORKS/,
  ],
])("an agent %s says so and ends", async (_, env, sentence) => {
  const agent = startAgent(env);
  expect(await agent.exited).toBe(1);
  expect(agent.said()).toMatch(sentence);
});

it("an agent whose token the portal does not know ends with a sentence", async () => {
  const agent = startAgent({ PORTAL_URL: portal.url, AGENT_TOKEN: "mtca_geraten-geraten" });
  expect(await agent.exited).toBe(1);
  expect(agent.said()).toContain("Dieses Token gilt nicht.");
});

it("an agent reaches no private network that its own host does not allow, whatever the portal allows", {
  timeout: patience,
}, async () => {
  await admin.setting.update({ section: "network", values: { allowedNetworks: ["127.0.0.0/8"] }, version: 0 });
  const { id: point, token } = await admin.vantagePoint.create({ name: "Turku" });
  const id = await watch(point, "/turku");
  startAgent({ PORTAL_URL: portal.url, AGENT_TOKEN: token });
  await vi.waitFor(() => expect(counted(point)).toBeGreaterThan(0), soon);
  const [check] = (await admin.check.get({ type: "website", id })).checks;
  expect(check?.sightings).toMatchObject([{ name: "Turku", cause: expect.stringContaining("Netz nicht erlaubt") }]);
  expect(visitsOf("/turku")).toBe(0);
  await admin.vantagePoint.delete({ id: point });
});

it("an agent checks from elsewhere, and each of its results counts once when answers are lost and the portal is away", {
  timeout: patience,
}, async () => {
  const { id: point, token } = await admin.vantagePoint.create({ name: "Helsinki" });
  const page = "/helsinki";
  const id = await watch(point, page);
  const agent = startAgent({ PORTAL_URL: urlOf(network), AGENT_TOKEN: token, ALLOWED_NETWORKS: "127.0.0.0/8" });
  const found = { status: "online", responseTimeMs: expect.any(Number) };
  await vi.waitFor(async () => expect((await admin.website.get({ id })).values).toMatchObject(found), soon);

  lostAnswers = 1;
  const asked = await admin.check.run({ type: "website", id });
  expect(asked.results).toMatchObject([{ outcome: "ok", httpStatus: 200 }]);
  expect(lostAnswers).toBe(0);

  isCut = true;
  const before = visitsOf(page);
  await vi.waitFor(() => expect(visitsOf(page)).toBeGreaterThan(before), soon);
  await vi.waitFor(() => expect(agent.said()).toContain("could not be read anew"), soon);
  isCut = false;
  await vi.waitFor(() => expect(counted(point)).toBe(visitsOf(page)), soon);
  expect(handedIn).toBeGreaterThan(2);
  expect(await agent.end()).toBe(0);
  await vi.waitFor(() => expect(counted(point)).toBe(visitsOf(page)), soon);
});

it("an agent whose token is revoked looks at nothing more, and ends", { timeout: patience }, async () => {
  const { id: point, token } = await admin.vantagePoint.create({ name: "Frankfurt" });
  await watch(point, "/frankfurt");
  const agent = startAgent({ PORTAL_URL: portal.url, AGENT_TOKEN: token, ALLOWED_NETWORKS: "127.0.0.0/8" });
  await vi.waitFor(() => expect(counted(point)).toBeGreaterThan(0), soon);
  await admin.vantagePoint.revoke({ id: point });
  expect(await agent.exited).toBe(1);
  expect(agent.said()).toContain("Das Portal weist diesen Agenten ab: Dieses Token gilt nicht.");
});
