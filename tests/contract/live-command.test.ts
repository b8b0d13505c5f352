import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { liveEvents } from "../../contract/live/live-events.ts";
import { operatorEnvironment, placeOf } from "../support/portal/open-data.ts";
import { startTestPortal, type TestPortal } from "../support/portal/portal.ts";

let office: TestPortal;
let operator: Record<string, string>;
beforeAll(async () => {
  office = await startTestPortal();
  operator = operatorEnvironment(await placeOf(office.dataDir));
});
afterAll(() => office.stop());

const script = path.resolve(import.meta.dirname, "../../scripts/live.ts");

function start(args: string[], environment: Record<string, string> = {}): ChildProcess {
  const { SOKETI_PORT: _, ...rest } = process.env;
  return spawn(process.execPath, [script, ...args], { env: { ...rest, ...operator, ...environment } });
}

/** Runs the command to its end. */
async function live(args: string[], environment?: Record<string, string>) {
  const child = start(args, environment);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout as never),
    text(child.stderr as never),
    once(child, "close"),
  ]);
  return { code, stdout, stderr };
}

/** Follows the events from the moment on at which the command is connected. */
async function tail(...args: string[]) {
  const child = start(["tail", ...args]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { lines: [] as unknown[], notes: "", child };
  let rest = "";
  child.stdout?.on("data", (chunk) => {
    const parts = `${rest}${chunk}`.split("\n");
    rest = parts.pop() ?? "";
    output.lines.push(...parts.map((line) => JSON.parse(line)));
  });
  child.stderr?.on("data", (chunk) => {
    output.notes += chunk;
  });
  await vi.waitFor(() => expect(output.notes).toBe("Verbunden.\n"));
  return output;
}

describe("npm run live refuses, with exit code 2,", () => {
  it.each([[[]], [["watch"]], [["tail", "website"]], [["send"]], [["tail", "--all"]]])(
    "%j, showing its use",
    async (args) => {
      const { code, stderr, stdout } = await live(args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain("npm run live -- send <Ereignis> [JSON] [--user <E-Mail>]");
    },
  );

  it.each([
    [["send", "websiteGone"], "Das Ereignis websiteGone gibt es nicht."],
    [["send", "newWebsite", "{"], "Die Daten sind kein JSON: {"],
    [["send", "newWebsite", '{"website":{"id":"w1"}}'], "website.name: "],
    [["send", "newChat"], "newChat geht an eine Person; nenne sie mit --user <E-Mail>."],
    [["send", "newUser", "--user", "a@b.de"], "newUser geht an den Kanal user; lass --user weg."],
  ])("%j", async (args, sentence) => {
    const { code, stderr, stdout } = await live(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(sentence);
  });
});

describe("npm run live says in one sentence, with exit code 1,", () => {
  const oneSentence = async (args: string[], environment?: Record<string, string>) => {
    const { code, stdout, stderr } = await live(args, environment);
    expect({ code, stdout, lines: stderr.trim().split("\n").length }).toEqual({ code: 1, stdout: "", lines: 1 });
    return stderr;
  };

  it("that a data folder holds no portal", async () => {
    const empty = mkdtempSync(path.join(tmpdir(), "empty-"));
    onTestFinished(() => rmSync(empty, { recursive: true }));
    expect(await oneSentence(["tail"], { DATA_DIR: empty })).toContain(`In ${empty} liegt kein Portal`);
  });

  it("that Soketi is not there", async () => {
    const nobody = { SOKETI_PORT: "1" };
    expect(await oneSentence(["send", "newWebsite"], nobody)).toContain("Soketi antwortet nicht auf 127.0.0.1:1.");
    expect(await oneSentence(["tail"], nobody)).toContain("Soketi antwortet nicht auf 127.0.0.1:1.");
  });

  it("that nobody has an address", async () => {
    const stderr = await oneSentence(["send", "newChat", "--user", "niemand@agentur.example"]);
    expect(stderr).toContain("Niemand hat die E-Mail-Adresse niemand@agentur.example.");
  });
});

describe("npm run live", () => {
  it("sends to a channel and to a person, and tail prints what it may hear", async () => {
    await office.hire({ email: "jana@agentur.example" });
    const everyone = await tail();
    const janas = await tail("--user", "Jana@agentur.example");
    const sent = await live(["send", "newWebsite", '{"website":{"id":"w1","name":"Bäckerei Korn"}}']);
    expect(sent).toMatchObject({ code: 0, stderr: "" });
    expect(await live(["send", "newChat", "--user", "jana@agentur.example"])).toMatchObject({ code: 0 });
    const website = {
      channel: "website",
      event: "newWebsite",
      payload: { website: { id: "w1", name: "Bäckerei Korn" } },
    };
    const chat = { channel: "person", event: "newChat", payload: liveEvents.newChat.sample };
    expect(JSON.parse(sent.stdout)).toEqual(website);
    await vi.waitFor(() => expect(janas.lines).toMatchObject([website, chat]));
    await vi.waitFor(() => expect(everyone.lines).toMatchObject([website]));
  });

  it("follows on after Soketi was away, and ends with 0 when it is stopped", async () => {
    const following = await tail();
    process.kill(office.portal.soketi.pid() as number, "SIGKILL");
    await vi.waitFor(() => expect(following.notes).toContain("Wieder verbunden."));
    expect(await live(["send", "newWebsite"])).toMatchObject({ code: 0 });
    await vi.waitFor(() => expect(following.lines).toHaveLength(1));
    following.child.kill("SIGTERM");
    expect(await once(following.child, "exit")).toEqual([0, null]);
  });
});
