import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mailboxJob } from "../../../contract/dmarc/dmarc-mailbox.ts";
import { fetchDmarcReports, type RunLimits } from "../../../server/features/dmarc/mailbox/fetch-reports.ts";
import type { Api } from "../../../server/features/router.ts";
import { openJobs, startJobs } from "../../../server/jobs/runner.ts";
import { setDetours } from "../../../server/outbound/detours.ts";
import { jobs as scheduled } from "../../../server/portal/schedule.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { gz, keptReports, setUpMailbox } from "../../support/servers/dmarc-mailbox.ts";
import { closeRawServers, dripForever, openRawServer, writeForever } from "../../support/servers/hostile-server.ts";
import { startImapServer } from "../../support/servers/imap-server.ts";

let office: Office;
let api: Api;

beforeEach(async () => {
  office = await openOffice();
  api = await office.as(await office.hire({ role: "admin" }));
  await createRecord(api, "domain", { name: "amsel.de" });
});
afterEach(async () => {
  setDetours(undefined);
  await closeRawServers();
});

const run = (limits?: Partial<RunLimits>) => fetchDmarcReports(office.services, limits);

describe("who may look after the mailbox", () => {
  it("are admins alone", async () => {
    const calls = (by: Api) => [by.dmarc.mailbox({}), by.dmarc.fetchMailbox({})];
    for (const call of calls(await office.as())) await expect(call).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    for (const role of ["readonly", "member", "maintainer"] as const)
      for (const call of calls(await office.as(await office.hire({ role }))))
        await expect(call).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it.each([
    [{ host: "imap://post" }, "host"],
    [{ port: 0 }, "port"],
    [{ user: "a\r\nb" }, "user"],
    [{ folder: "" }, "folder"],
    [{ host: "imap.agentur.de", security: "none" }, "security"],
    [{ afterReading: "move" }, "archiveFolder"],
    [{ afterReading: "move", archiveFolder: "INBOX" }, "archiveFolder"],
  ])("are told what is wrong with %j", async (values, field) => {
    await expect(api.setting.update({ section: "dmarcMailbox", version: 0, values })).rejects.toMatchObject({
      cause: { fields: { [`values.${field}`]: [expect.any(String)] } },
    });
  });

  it("never get the password back, and fetch only from what is set up", async () => {
    await expect(api.dmarc.fetchMailbox({})).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    await run();
    expect(await api.dmarc.mailbox({})).toMatchObject({ isConfigured: false, last: null });
    await setUpMailbox(api, { port: 1 });
    const views = JSON.stringify([await api.setting.get({ section: "dmarcMailbox" }), await api.dmarc.mailbox({})]);
    expect(views).toContain('"password":{"setAt"');
    expect(views).not.toContain("geheim");
  });
});

describe("a mailbox that cannot be read", () => {
  it("says so in the server's own words, as a failed job", async () => {
    const server = await startImapServer();
    await setUpMailbox(api, { port: server.port }, { password: "falsch" });
    const { last } = await api.dmarc.fetchMailbox({});
    expect(last?.error).toContain("„Benutzer oder Passwort falsch“");
    expect((await api.job.list({})).find(({ name }) => name === "dmarc-mailbox")).toMatchObject({
      label: "DMARC-Berichte aus dem Postfach abrufen",
      plan: "stündlich",
      last: { error: last?.error },
    });
    await setUpMailbox(api, { port: server.port, folder: "Berichte" });
    await expect(run()).rejects.toMatchObject({
      code: "refused",
      message: expect.stringContaining("„Den Ordner gibt es nicht“"),
    });
  });

  it("is not spoken to in a network that is not allowed, nor in the clear elsewhere", async () => {
    const server = await startImapServer();
    await setUpMailbox(api, { port: server.port }, { networks: [] });
    await expect(run()).rejects.toMatchObject({ code: "blockedNetwork" });
    expect(server.commands).toEqual([]);
  });

  it.each<[how: string, serve: (socket: Socket) => void, codes: string[], limits?: Partial<RunLimits>]>([
    ["hangs", () => undefined, ["timeout"], { answerMs: 300 }],
    ["comes to no end", (socket) => dripForever(socket), ["timeout"], { runMs: 1500 }],
    ["closes", (socket) => void socket.end(), ["reset"]],
    ["sends an endless line", (socket) => writeForever(socket, "* OK".padEnd(65_536, "x")), ["tooMuch"]],
    ["speaks something else", (socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"), ["protocol", "reset"]],
  ])("because the server %s ends in a sentence", async (_how, serve, codes, limits) => {
    const { port } = await openRawServer(serve);
    await setUpMailbox(api, { port });
    await expect(run(limits)).rejects.toMatchObject({ code: expect.toBeOneOf(codes), message: expect.any(String) });
  });

  it("keeps no other job waiting while it hangs", async () => {
    const connected = Promise.withResolvers<Socket>();
    const { port } = await openRawServer((socket) => connected.resolve(socket));
    await setUpMailbox(api, { port });
    const others = Promise.withResolvers<void>();
    const fetching = scheduled.filter(({ name }) => name === mailboxJob);
    const jobs = openJobs([
      ...fetching,
      { name: "claims", everyMs: 0, run: () => connected.promise.then(() => others.resolve()) },
    ]);
    const schedule = startJobs({ ...office.services, jobs });
    await others.promise;
    expect([fetching.length, (await jobs.running(office.services)).has(mailboxJob)]).toEqual([1, true]);
    (await connected.promise).destroy();
    await schedule.stop();
  });

  it("falls silent in the middle without losing or repeating anything", async () => {
    const server = await startImapServer();
    await setUpMailbox(api, { port: server.port });
    server.deliver({ attachments: [gz("r-1")] });
    server.deliver({ attachments: [gz("r-2")] });
    server.onCommand = (command) => (command.startsWith("UID FETCH 2 ") ? "" : undefined);
    await expect(run({ answerMs: 5000 })).rejects.toMatchObject({ code: "timeout" });
    expect(await keptReports(office)).toEqual(["r-1"]);
    server.onCommand = undefined;
    await run();
    expect(await keptReports(office)).toEqual(["r-1", "r-2"]);
    expect((await api.dmarc.mailbox({})).unread).toEqual([]);
  });
});

describe("an encrypted connection", () => {
  const trusting = (certificate: string) =>
    setDetours((host) =>
      host === "localhost"
        ? {
            ports: { 80: 80, 443: 443 },
            resolveName: async () => [{ address: "127.0.0.1", family: 4 }],
            allowedNetworks: ["127.0.0.1"],
            trust: [certificate],
          }
        : undefined,
    );

  it.each(["tls", "starttls"] as const)(
    "is made by %s, and only with a certificate that is trusted",
    async (security) => {
      const server = await startImapServer({ security });
      server.deliver({ attachments: [gz("r-1")] });
      await setUpMailbox(api, { host: "localhost", port: server.port, security }, { networks: ["127.0.0.1", "::1"] });
      await expect(run()).rejects.toMatchObject({ code: "certificateSelfSigned" });
      expect(server.commands.filter((command) => command.startsWith("LOGIN"))).toEqual([]);
      trusting(server.certificate);
      await run();
      expect(await keptReports(office)).toEqual(["r-1"]);
    },
  );

  it("is not given up when the server offers none", async () => {
    const server = await startImapServer();
    await setUpMailbox(api, { host: "localhost", port: server.port, security: "starttls" });
    trusting(server.certificate);
    await expect(run()).rejects.toMatchObject({ code: "tlsFailed" });
    expect(server.commands.filter((command) => command.startsWith("LOGIN"))).toEqual([]);
  });
});
