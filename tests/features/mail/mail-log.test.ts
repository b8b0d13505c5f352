import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { createLog } from "../../../server/log.ts";
import { deliverDueMails } from "../../../server/mail/deliver.ts";
import { patienceMs } from "../../support/limits.ts";
import { openOffice } from "../../support/office.ts";
import { queueTestMail, startMailServer, useMailServer } from "../../support/servers/mail-server.ts";

/** A log whose lines can be read. */
function aLog() {
  const lines: string[] = [];
  return { log: createLog("debug", { write: (line) => void lines.push(line) }), lines };
}
const parsed = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

it("the refusal of a mail server is a line without the address that it names", async () => {
  const office = await openOffice();
  const server = await startMailServer();
  await useMailServer(office, server);
  const { log, lines } = aLog();
  server.refusals.push({ at: "recipient", code: 550, text: "5.1.1 <jana@kunde.de>: unknown user" });
  await queueTestMail(office);
  await deliverDueMails({ ...office.services, log });
  await server.stop();
  expect(lines.join("")).not.toContain("jana@");
  expect(parsed(lines)).toContainEqual(
    expect.objectContaining({ msg: "mail not sent", answer: expect.stringContaining("5.1.1 <[entfernt]>") }),
  );
});

it.each([
  ["in the message", "no mailbox jana@kunde.de here"],
  ["behind a line break", "refused:\njana@kunde.de\tgone"],
  ["behind an umlaut", "Empfängerin jänä.o'neil+x@münchen.example"],
  ["in a query", "https://idp.example/?login_hint=jana%40kunde.de&x=1"],
])("an address %s is cut out, and the line stays whole", (_where, text) => {
  const { log, lines } = aLog();
  const cause = Object.assign(new Error(text), { detail: `Key (email)=(${text}) already exists.` });
  log.child({ part: text }).error({ err: new Error("failed", { cause }), nested: { deep: [text] } }, text);
  const [line = ""] = lines;
  expect(line).not.toMatch(/@|%40/);
  expect(parsed(lines)).toMatchObject([{ nested: { deep: [expect.stringContaining("[entfernt]")] } }]);
});

it("what only looks like one stays", () => {
  const { log, lines } = aLog();
  log.info({ stack: "at node_modules/pino@10.4.0/lib/x.js" }, "@ jana @ kunde");
  expect(parsed(lines)).toMatchObject([{ stack: "at node_modules/pino@10.4.0/lib/x.js", msg: "@ jana @ kunde" }]);
});

it("of an URL with a password the host stays", () => {
  const { log, lines } = aLog();
  log.info('https://jana:ge%40h.eim@nas.kunde.de:8443/dav refused, smtp://:geheim@mail.kunde.de:25 "a://b:c\\d@x.de');
  expect(lines.join("")).not.toMatch(/jana|eim/);
  expect(parsed(lines)).toMatchObject([
    {
      msg: 'https://[entfernt]@nas.kunde.de:8443/dav refused, smtp://[entfernt]@mail.kunde.de:25 "a://[entfernt]@x.de',
    },
  ]);
});

it.each(["a", "%40", "a@", "a@a.", "://a:", "a.".repeat(40)])("a line of many „%s“ is read once", (part) => {
  // What goes over the line again for each of its characters takes hours, which only a process of its own can be spared.
  const script = `
    const { createLog } = await import("./server/log.ts");
    createLog("info", { write: (line) => process.stdout.write(String(line.length)) })
      .info(process.argv[1].repeat(600_000 / process.argv[1].length) + "@");`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script, "--", part], {
    cwd: path.resolve(import.meta.dirname, "../../.."),
    timeout: patienceMs,
    encoding: "utf8",
  });
  expect(status).toBe(0);
  expect(Number(stdout)).toBeGreaterThan(100);
});
