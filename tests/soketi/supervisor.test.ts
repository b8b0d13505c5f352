import { execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createHealthCheck } from "../../server/soketi/health.ts";
import type { SoketiOptions } from "../../server/soketi/supervisor.ts";
import { StartProblem } from "../../server/start-problem.ts";
import { connectClient, heard } from "./live-client.ts";
import { app, configFile, createPublisher, type Running, runSoketi, temporaryFolder } from "./running-soketi.ts";

async function started(options: Partial<SoketiOptions> = {}): Promise<Running> {
  const soketi = await runSoketi(options);
  onTestFinished(() => soketi.stop());
  return soketi;
}

function folder(): string {
  const dir = temporaryFolder();
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

async function problemWith(options: Partial<SoketiOptions>): Promise<string> {
  const problem = await runSoketi({ dataDir: folder(), ...options }).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(StartProblem);
  return (problem as StartProblem).message;
}

const given = JSON.parse(readFileSync(configFile, "utf8")) as Record<string, unknown>;

test.each([
  ["is broken", '{"host":', "kein gültiges JSON"],
  ["is a list", "[]", "JSON-Objekt"],
  [
    "has a section",
    JSON.stringify({ ...given, metrics: { host: "0.0.0.0" } }),
    "„metrics“ ist ein verschachtelter Abschnitt",
  ],
  [
    "has a misspelt key",
    JSON.stringify({ ...given, shutdownGrace: 5 }),
    "„shutdownGrace“ ist kein bekannter Schlüssel",
  ],
  ["names the port", JSON.stringify({ ...given, port: 6001 }), "SOKETI_PORT"],
  [
    "names the secret",
    JSON.stringify({ ...given, "appManager.array.apps.0.secret": "x" }),
    "erzeugt diesen Wert selbst",
  ],
  ["opens Soketi to the network", JSON.stringify({ ...given, host: "0.0.0.0" }), "„host“ hat keinen gültigen Wert"],
  [
    "leaves the address to Soketi",
    JSON.stringify({ ...given, "cluster.address": undefined }),
    "„cluster.address“ fehlt",
  ],
])("a soketi.json that %s is one sentence, and nothing starts", async (_name, text, sentence) => {
  const file = path.join(folder(), "soketi.json");
  writeFileSync(file, text);
  expect(await problemWith({ configFile: file })).toContain(sentence);
});

test("a soketi.json that is missing is one sentence", async () => {
  expect(await problemWith({ configFile: path.join(folder(), "soketi.json") })).toContain("fehlt");
});

test("a taken port is one sentence that names SOKETI_PORT, whoever holds it", async () => {
  const foreign = createServer((_request, response) => response.end("{}"));
  await once(foreign.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void foreign.close());
  const { port } = foreign.address() as AddressInfo;
  expect(await problemWith({ port })).toMatch(new RegExp(`Port ${port} .*belegt.*SOKETI_PORT`));
  const soketi = await started();
  expect(await problemWith({ port: soketi.port })).toContain("SOKETI_PORT");
});

test("what answers to another key, or with anything else, is not taken for our Soketi", async () => {
  const soketi = await started();
  const foreign = createServer((_request, response) => response.end("hello"));
  await once(foreign.listen(0, "127.0.0.1"), "listening");
  const { port } = foreign.address() as AddressInfo;
  expect(await createHealthCheck(soketi.port, { ...app, secret: "app-secret" })()).toBe("foreign");
  expect(await createHealthCheck(soketi.port, { ...app, id: "app-id" })()).toBe("foreign");
  expect(await createHealthCheck(port, app)()).toBe("foreign");
  expect(await createHealthCheck(soketi.port, app)()).toBe("ours");
  foreign.close();
  await once(foreign, "close");
  expect(await createHealthCheck(port, app)()).toBe("silent");
});

test("secrets are in a file for the owner's eyes only, and not on the command line", async () => {
  const soketi = await started();
  const run = path.join(soketi.dataDir, "soketi.run.json");
  expect(statSync(run).mode & 0o777).toBe(0o600);
  expect(readFileSync(run, "utf8")).toContain(app.secret);
  const commandLine = execFileSync("ps", ["-ww", "-o", "args=", "-p", String(soketi.pid())], { encoding: "utf8" });
  expect(commandLine).not.toContain(app.secret);
  expect(JSON.stringify(soketi.lines)).not.toContain(app.secret);
});

test("SOKETI_* of the host's environment does not reach Soketi", async () => {
  vi.stubEnv("SOKETI_DEFAULT_APP_SECRET", "other");
  vi.stubEnv("SOKETI_PORT", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const soketi = await started();
  await expect(soketi.publisher.trigger("website", "newWebsite", {})).resolves.toMatchObject({ status: 200 });
});

test("Soketi listens on the loopback only, on its one port", async () => {
  const soketi = await started();
  const open = execFileSync("node", ["--input-type=module", "-e", listening, String(soketi.pid())], {
    encoding: "utf8",
  });
  expect(JSON.parse(open)).toEqual([`0100007F:${soketi.port.toString(16).toUpperCase().padStart(4, "0")}`]);
});

/** Prints the addresses, as Linux writes them, that the process with the given id listens on over TCP. */
const listening = `
  import { readdirSync, readFileSync, readlinkSync } from "node:fs";
  const folder = "/proc/" + process.argv[1] + "/fd/";
  // A descriptor may be closed between the two looks at it.
  const target = (fd) => {
    try {
      return readlinkSync(folder + fd);
    } catch {
      return "";
    }
  };
  const inodes = readdirSync(folder).map((fd) => /socket:\\[(\\d+)\\]/.exec(target(fd))?.[1]);
  const rows = ["tcp", "tcp6"].flatMap((kind) => readFileSync("/proc/net/" + kind, "utf8").trim().split("\\n").slice(1));
  const mine = rows.map((row) => row.trim().split(/\\s+/)).filter((row) => row[3] === "0A" && inodes.includes(row[9]));
  console.log(JSON.stringify(mine.map((row) => row[1])));
`;

test("killed, Soketi is reported, started again and reachable, and clients can come back", async () => {
  const soketi = await started();
  const states: string[] = [];
  const unsubscribe = soketi.onState((state) => states.push(state));
  for (let round = 1; round <= 2; round++) {
    const before = Number(soketi.pid());
    process.kill(before, "SIGKILL");
    await vi.waitFor(() => expect(states).toEqual(Array(round).fill(["offline", "online"]).flat()));
    expect(soketi.pid()).not.toBe(before);
  }
  const client = connectClient(soketi.port, soketi.publisher, { id: "u-ada", name: "Ada" });
  const channel = client.subscribe("website");
  await heard(channel, "pusher:subscription_succeeded");
  const event = heard(channel, "newWebsite");
  await soketi.publisher.trigger("website", "newWebsite", { id: "w1" });
  expect(await event).toEqual({ id: "w1" });
  const reports = soketi.lines.filter(({ msg }) => msg.includes("started again"));
  expect(reports).toMatchObject([{ signal: "SIGKILL" }, { signal: "SIGKILL" }]);
  unsubscribe();
  process.kill(Number(soketi.pid()), "SIGTERM");
  await vi.waitFor(() => expect(soketi.state()).toBe("offline"));
  await vi.waitFor(() => expect(soketi.state()).toBe("online"));
  expect(states).toHaveLength(4);
});

test("a Soketi that hangs is ended and started again", async () => {
  const soketi = await started();
  const before = Number(soketi.pid());
  process.kill(before, "SIGSTOP");
  await vi.waitFor(() => expect(soketi.pid()).not.toBe(before), { interval: 100 });
  await vi.waitFor(() => expect(soketi.state()).toBe("online"));
  expect(soketi.lines.map(({ msg }) => msg)).toContain("Soketi does not answer; its process is ended");
});

test("stopped, Soketi tells its clients, ends, frees its port and does not come back", async () => {
  const soketi = await runSoketi();
  const client = connectClient(soketi.port, soketi.publisher, { id: "u-ada", name: "Ada" });
  await heard(client.connection, "connected");
  const error = heard(client.connection, "error");
  const pid = Number(soketi.pid());
  await soketi.stop();
  expect(await error).toMatchObject({ data: { code: 4200 } });
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  expect(soketi.state()).toBe("offline");
  expect(soketi.lines.filter(({ level }) => level >= 40)).toEqual([]);
  const next = await started({ port: soketi.port });
  expect(next.port).toBe(soketi.port);
});

test("Soketi ends when the portal's process is killed with SIGKILL", async () => {
  const portal = fork(path.join(import.meta.dirname, "portal-process.ts"), [folder()]);
  const [{ pid, port }] = (await once(portal, "message")) as [{ pid: number; port: number }];
  await createPublisher(port).trigger("website", "newWebsite", {});
  portal.kill("SIGKILL");
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
});

test("Soketi's process refuses to run without a portal", async () => {
  const program = path.resolve(import.meta.dirname, "../../server/soketi/process.ts");
  const [code] = await once(spawn(process.execPath, [program, configFile], { stdio: "ignore" }), "exit");
  expect(code).toBe(1);
});
