import { expect, it } from "vitest";
import { createLog } from "../../../server/log.ts";
import { deliverDueMails } from "../../../server/mail/deliver.ts";
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
