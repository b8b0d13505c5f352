import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryMount } from "../../support/portal/image-root.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** A folder as it is unpacked, with a space in its path and the project's own server in it; `node` stands for its Node. */
function unpack({ node }: { node?: string } = {}): string {
  const folder = path.join(temporaryFolder("unpacked"), "Mein Portal", "techcenter-1.0.0");
  mkdirSync(path.join(folder, "node_modules/.bin"), { recursive: true });
  copyFileSync(path.join(root, "packaging/techcenter"), path.join(folder, "techcenter"));
  writeFileSync(path.join(folder, "platform"), `linux-${process.arch}\n`);
  writeFileSync(path.join(folder, "version"), "1.0.0\n");
  symlinkSync(path.join(root, "server"), path.join(folder, "server"));
  symlinkSync(path.join(root, "node_modules/better-sqlite3"), path.join(folder, "node_modules/better-sqlite3"));
  const program = path.join(folder, "node_modules/.bin/node");
  if (node === undefined) symlinkSync(process.execPath, program);
  else writeFileSync(program, `#!/bin/sh\n${node}\n`, { mode: 0o755 });
  return path.join(folder, "techcenter");
}

interface Result {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the start script to its end, while this process goes on answering. */
async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<Result> {
  const child = spawn("sh", [program, ...args], { env: { ...process.env, HOST: "", ...env } });
  const said = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].on("data", (text) => {
      said[stream] += text;
    });
  const [status] = await once(child, "close");
  return { status, ...said };
}

async function listenOn(host: string, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, host);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return String((server.address() as AddressInfo).port);
}

const ready = {
  status: "ok",
  database: true,
  migrations: true,
  soketi: true,
  checker: true,
  eventLoop: true,
  disk: "ok",
};
const unavailable = { ...ready, status: "unavailable" };
const portal = (health: object, status = 200): RequestListener => {
  return ({ url }, response) =>
    void response.writeHead(url === "/api/health/ready" ? status : 404).end(JSON.stringify(health));
};

describe.skipIf(process.platform !== "linux")("the start script, unpacked", () => {
  it("says in one sentence that the system is too old, even with the library that lies beside", () => {
    const error = "/lib/libc.so.6: version `GLIBC_2.34' not found (required by better_sqlite3.node)";
    const program = unpack({ node: `cat >&2 <<"END"\nError: ${error}\nEND\nexit 1` });
    const { status, stderr } = spawnSync("sh", [program, "start"], { encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr.trim().split("\n")).toEqual([expect.stringContaining("Dieses Linux ist zu alt: Das Portal braucht")]);
  });

  it("takes the library that lies beside where that of the system is too old", () => {
    const program = unpack({ node: `case $LD_LIBRARY_PATH in "\${0%/node_modules/*}"/lib) ;; *) exit 1 ;; esac` });
    expect(spawnSync("sh", [program, "version"], { encoding: "utf8" })).toMatchObject({ status: 0, stdout: "1.0.0\n" });
    expect(spawnSync("sh", [program, "start"], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  });

  it("says what a Node that does not run says", () => {
    const program = unpack({ node: 'echo "cannot execute: Permission denied" >&2; exit 126' });
    const { status, stderr } = spawnSync("sh", [program, "start"], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: "Node läuft auf diesem Rechner nicht: cannot execute: Permission denied\n",
    });
  });

  it("names no other health than that of the portal on HOST and PORT", async () => {
    const program = unpack();
    const PORT = await listenOn("127.0.0.1", portal(ready));
    const well = { status: 0, stdout: "Das Portal ist bereit.\n", stderr: "" };
    expect(await run(program, ["health"], { PORT })).toEqual(well);
    expect(await run(program, ["health"], { PORT, HOST: "0.0.0.0" })).toEqual(well);
    expect(await run(program, ["health"], { PORT, HOST: "127.0.0.2" })).toEqual({
      status: 1,
      stdout: "",
      stderr: `Unter 127.0.0.2:${PORT} (HOST, PORT) antwortet kein Portal.\n`,
    });
  });

  it.each([
    [{ ...ready, status: "degraded", disk: "low" }, 200, 0, "Der Speicherplatz wird knapp."],
    [
      { ...ready, soketi: false, disk: "full" },
      503,
      1,
      "Der Push-Server antwortet nicht.\nDer Speicherplatz ist voll.",
    ],
    [{ ...unavailable, database: false, migrations: false }, 503, 1, "Die Datenbank antwortet nicht."],
    [{ ...unavailable, migrations: false }, 503, 1, "Die Datenbank ist nicht auf dem Stand dieser Version."],
    [{ ...ready, status: "degraded", disk: "unknown" }, 200, 0, "Der Datenträger antwortet nicht."],
  ])("says in a sentence each what %j lacks", async (health, code, status, sentences) => {
    const PORT = await listenOn("127.0.0.1", portal(health, code));
    const { stdout, stderr, ...ended } = await run(unpack(), ["health"], { PORT });
    expect({ ...ended, said: stdout + stderr }).toEqual({ status, said: `${sentences}\n` });
  });

  it("waits for no portal for ever, and takes no other program for one", async () => {
    const silent = await listenOn("127.0.0.1", () => undefined);
    expect(await run(unpack(), ["health"], { PORT: silent })).toEqual({
      status: 1,
      stdout: "",
      stderr: `Das Portal unter 127.0.0.1:${silent} hat nach 5 Sekunden noch nicht geantwortet.\n`,
    });
    const other = await listenOn("127.0.0.1", (_request, response) => void response.end("<h1>It works!</h1>"));
    expect((await run(unpack(), ["health"], { PORT: other })).stderr).toContain("etwas anderes als das Portal");
  });
});

describe("the compose file", () => {
  const canMount = process.getuid?.() === 0 && spawnSync("unshare", ["-m", "true"]).status === 0;
  const why = canMount ? "" : " (skipped: needs root and mounts of its own)";
  it.skipIf(!canMount)(`lets programs run where the browser is unpacked${why}`, () => {
    const folder = temporaryFolder("tmpfs");
    const script = 'mount -t tmpfs -o "$1" tmpfs "$0" && cp /bin/true "$0/program" && "$0/program"';
    const { status, stderr } = spawnSync("unshare", ["-m", "sh", "-c", script, folder, temporaryMount()], {
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});
