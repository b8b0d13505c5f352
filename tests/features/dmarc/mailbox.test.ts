import { gzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { mailboxOutcomeText } from "../../../contract/dmarc/dmarc-mailbox.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { fetchDmarcReports, type RunLimits } from "../../../server/features/dmarc/mailbox/fetch-reports.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { gz, keptReports, mtime, setUpMailbox, xmlOf, zip } from "../../support/servers/dmarc-mailbox.ts";
import { type ImapServerInTest, startImapServer } from "../../support/servers/imap-server.ts";

let office: Office;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
  await createRecord(api, "domain", { name: "amsel.de" });
});

const run = (limits?: Partial<RunLimits>) => fetchDmarcReports(office.services, limits);
const box = (server: ImapServerInTest, folder = "INBOX") => server.folders.get(folder) ?? [];
/** Servers refuse in words of their own, which are passed on. */
const refused = (words: string) => ({ code: "refused", message: expect.stringContaining(`„${words}“`) });
const seen = (server: ImapServerInTest) => box(server).map(({ flags }) => flags.has("\\Seen"));

describe("what is new in a mailbox", () => {
  let server: ImapServerInTest;
  beforeEach(async () => {
    server = await startImapServer();
    await setUpMailbox(api, { port: server.port });
  });

  it("is taken once, as gzip, zip and as a mail of its own, and other mail is left alone", async () => {
    server.deliver({ attachments: [gz("r-1")] });
    server.deliver({ subject: "Mittagessen?" });
    server.deliver({ attachments: [zip("r-2"), gz("r-3", "news.amsel.de")] });
    server.deliver({ from: "solo@postamt.example", attachments: [gz("r-4")] });
    server.deliver({ attachments: [{ ...gz("r-5"), type: "application/tlsrpt+gzip" }] });
    const { last, unread } = await api.dmarc.fetchMailbox({});
    expect(last).toMatchObject({
      error: null,
      outcome: { reports: 4, known: 0, others: 2, unread: 0, hasMore: false },
    });
    expect(unread).toEqual([]);
    expect(await keptReports(office)).toEqual(["r-1", "r-2", "r-3", "r-4"]);
    expect(seen(server)).toEqual([true, false, true, true, false]);

    server.commands.length = 0;
    expect((await api.dmarc.fetchMailbox({})).last?.outcome).toMatchObject({ reports: 0, known: 0, others: 0 });
    expect(server.commands.filter((command) => command.startsWith("UID FETCH"))).toEqual([]);
    const row = await office.services.db.selectFrom("dmarcReports").select("uploadedById").executeTakeFirstOrThrow();
    expect(row.uploadedById).toBeNull();
  });

  it("may be moved away, into a folder that is made for it", async () => {
    await setUpMailbox(api, { port: server.port, afterReading: "move", archiveFolder: "Gelesen" });
    server.deliver({ attachments: [gz("r-1")] });
    server.deliver({ subject: "Mittagessen?" });
    await run();
    expect(box(server).map(({ subject }) => subject)).toEqual(["Mittagessen?"]);
    expect(box(server, "Gelesen")).toHaveLength(1);
    server.deliver({ attachments: [gz("r-2")] });
    await run();
    expect(box(server, "Gelesen")).toHaveLength(2);
  });

  it("does not stop at what is no report, and names it", async () => {
    const broken = { ...gz("x"), bytes: gzipSync(xmlOf("kaputt").fill(32, 200), { mtime }) };
    server.deliver({ from: "kaputt@fremd.example", subject: "Report <b>", attachments: [broken] });
    server.deliver({ attachments: [gz("fremd", "drossel.de")] });
    server.deliver({ attachments: [gz("r-1"), { type: "text/xml", name: "x.xml", bytes: new Uint8Array(10) }] });
    server.deliver({ attachments: [gz("r-2")] });
    const { last, unread } = await api.dmarc.fetchMailbox({});
    expect(last).toMatchObject({ error: null, outcome: { reports: 2, unread: 3 } });
    expect(await keptReports(office)).toEqual(["r-1", "r-2"]);
    expect(seen(server)).toEqual([false, false, false, true]);
    expect(unread.map(({ sender, subject, file }) => [sender, subject, file]).toReversed()).toEqual([
      ["kaputt@fremd.example", "Report <b>", "postamt.example!amsel.de!1!2.xml.gz"],
      ["post@postamt.example", "Report Domain: amsel.de", "postamt.example!drossel.de!1!2.xml.gz"],
      ["post@postamt.example", "Report Domain: amsel.de", "x.xml"],
    ]);
    expect(unread[1]).toMatchObject({
      reason: expect.stringContaining("drossel.de"),
      sentAt: new Date("2026-11-19T03:00:00.000Z"),
    });
    await run();
    expect((await api.dmarc.mailbox({})).unread).toHaveLength(3);
    office.advance(31 * dayMs);
    await run();
    expect((await api.dmarc.mailbox({})).unread).toEqual([]);
  });

  it("is read in parts, oldest first, by number and by size", async () => {
    for (const id of ["r-1", "r-2", "r-3"]) server.deliver({ attachments: [gz(id)] });
    await run({ mails: 1 });
    expect(await keptReports(office)).toEqual(["r-1"]);
    expect((await api.dmarc.mailbox({})).last).toBeNull();
    await run({ bytes: 1 });
    expect(await keptReports(office)).toEqual(["r-1", "r-2"]);
    expect((await api.dmarc.fetchMailbox({})).last?.outcome).toMatchObject({ reports: 1, hasMore: false });
    expect(await keptReports(office)).toEqual(["r-1", "r-2", "r-3"]);
  });

  it("is stored once when the portal dies between storing and remembering", async () => {
    server.deliver({ attachments: [gz("r-1")] });
    server.onCommand = (command, socket) => {
      if (command.startsWith("UID STORE")) socket.destroy();
      return undefined;
    };
    await expect(run()).rejects.toMatchObject({ code: "reset" });
    expect(await keptReports(office)).toEqual(["r-1"]);
    expect(seen(server)).toEqual([false]);
    server.onCommand = undefined;
    expect((await api.dmarc.fetchMailbox({})).last?.outcome).toMatchObject({ reports: 0, known: 1 });
    expect(await keptReports(office)).toEqual(["r-1"]);
    expect(seen(server)).toEqual([true]);
  });

  it("is read again from the beginning, and stored once, when the server counts anew", async () => {
    server.deliver({ attachments: [gz("r-1")] });
    await run();
    server.uidValidity = 8;
    server.deliver({ attachments: [gz("r-2")] });
    expect((await api.dmarc.fetchMailbox({})).last?.outcome).toMatchObject({ reports: 1, known: 1 });
  });

  it("goes on behind a mail that ends the connection each time", async () => {
    server.deliver({ attachments: [gz("r-1")] });
    server.deliver({ attachments: [gz("r-2")] });
    server.onCommand = (command, socket) => {
      if (command.startsWith("UID FETCH 1 ")) socket.destroy();
      return undefined;
    };
    for (let attempt = 0; attempt < 3; attempt += 1) await expect(run()).rejects.toMatchObject({ code: "reset" });
    await run();
    expect(await keptReports(office)).toEqual(["r-2"]);
    expect((await api.dmarc.mailbox({})).unread).toMatchObject([{ subject: "Nachricht 1", reason: /abgebrochen/ }]);
  });

  it("stops with the server's words when nothing may be marked, and loses nothing", async () => {
    server.deliver({ attachments: [gz("r-1")] });
    server.onCommand = (command) => (command.startsWith("UID STORE") ? "%TAG% NO Postfach ist voll\r\n" : undefined);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(run()).rejects.toMatchObject(refused("Postfach ist voll"));
    expect(await keptReports(office)).toEqual(["r-1"]);
    expect((await api.dmarc.mailbox({})).unread).toEqual([]);
  });
});

it("a folder in which nothing may be changed is named as such, and one that cannot be searched, too", async () => {
  const server = await startImapServer();
  await setUpMailbox(api, { port: server.port });
  server.deliver({ attachments: [gz("r-1")] });
  server.onCommand = (command) => (command.startsWith("UID SEARCH") ? "%TAG% NO [LIMIT] Heute nicht\r\n" : undefined);
  await expect(run()).rejects.toMatchObject(refused("Heute nicht"));
  server.onCommand = (command) =>
    command.startsWith("SELECT")
      ? "* 1 EXISTS\r\n* OK [UIDVALIDITY 7] gilt\r\n* OK [PERMANENTFLAGS ()] keine\r\n%TAG% OK [READ-ONLY] offen\r\n"
      : undefined;
  await expect(run()).rejects.toMatchObject({ code: "readOnly" });
  expect(await keptReports(office)).toEqual(["r-1"]);
});

describe("what came of a run", () => {
  const none = { reports: 0, known: 0, others: 0, unread: 0, hasMore: false };
  it.each([
    [none, "Keine neuen Berichte."],
    [{ ...none, reports: 1, known: 1 }, "1 Bericht übernommen, 1 war schon da."],
    [
      { reports: 3, known: 2, others: 4, unread: 1, hasMore: true },
      "3 Berichte übernommen, 2 waren schon da, 1 Anhang nicht lesbar, 4 andere Nachrichten nicht angefasst. Den Rest holt der nächste Lauf.",
    ],
  ])("is told in words: %j", (outcome, text) => {
    expect(mailboxOutcomeText(outcome)).toBe(text);
  });
});
