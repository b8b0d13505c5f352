import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findPingMethod } from "../../../server/checks/probes/ping.ts";
import { openResolver } from "../../../server/outbound/resolver.ts";
import { probe } from "../../support/checks/probing.ts";
import { type DnsReply, type DnsServer, openDnsServer } from "../../support/servers/dns-server.ts";
import { closeRawServers, openRawServer, writeForever } from "../../support/servers/hostile-server.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

afterEach(closeRawServers);

describe("a port", () => {
  it("is open, closed, or in a network that nobody allowed", async () => {
    // On an address of its own: nobody else takes the port there once it is closed.
    const address = "127.0.0.66";
    const { port, close } = await openRawServer(() => undefined, address);
    const resolver = { resolveName: async () => [{ address, family: 4 }] };
    expect(await probe("tcp", { host: "db.example", port }, { resolver })).toMatchObject({
      outcome: "ok",
      phases: { connect: expect.any(Number), total: expect.any(Number) },
    });
    expect(await probe("tcp", { host: address, port }, { allowedNetworks: [] })).toMatchObject({
      outcome: "failed",
      code: "blockedNetwork",
    });
    await close();
    expect(await probe("tcp", { host: "db.example", port }, { resolver })).toMatchObject({
      outcome: "failed",
      code: "refused",
    });
  });
});

describe("a mail server", () => {
  const greeting = async (text: string, banner: string | null = null, limits: { timeoutMs?: number } = {}) => {
    const { port } = await openRawServer((socket) => socket.write(text));
    return probe("smtp", { host: "mail.example", port, banner }, limits);
  };

  it("is told by its greeting without what changes each time", async () => {
    const first = await greeting("220-mail.example ESMTP Postfix\r\n220 bereit; Sun, 22 Nov 2026 12:00:00 +0100\r\n");
    expect(first).toMatchObject({ outcome: "ok", banner: "mail.example ESMTP Postfix".replace(/^/, "220-") });
    const at = (time: string) => greeting(`220 mail.example ESMTP Exim 4.97 Sun, 22 Nov 2026 ${time} +0100\r\n`);
    expect((await at("12:00:00")).banner).toBe((await at("12:00:01")).banner);
  });

  it("is impaired when it greets as another", async () => {
    expect(await greeting("220 mail.example ESMTP Postfix\r\n", "postfix")).toMatchObject({ outcome: "ok" });
    expect(await greeting("220 mail.example ESMTP Exim\r\n", "Postfix")).toMatchObject({
      outcome: "degraded",
      code: "banner",
    });
  });

  it("fails when it refuses, is none, is silent or never stops greeting", async () => {
    expect(await greeting("554 5.7.1 kein Dienst\r\n")).toMatchObject({
      outcome: "failed",
      code: "banner",
      text: "Begrüßung anders als erwartet: 554 5.7.1 kein Dienst",
    });
    expect(await greeting("SSH-2.0-OpenSSH\r\n")).toMatchObject({ outcome: "failed", code: "banner" });
    expect(await greeting("220", null, { timeoutMs: 500 })).toMatchObject({ outcome: "failed", code: "timeout" });
    expect(await greeting("220-\r\n".repeat(10_000))).toMatchObject({ outcome: "failed", code: "protocol" });
    const { port } = await openRawServer((socket) => writeForever(socket, "x".repeat(1000)));
    expect(await probe("smtp", { host: "mail.example", port })).toMatchObject({ outcome: "failed", code: "protocol" });
  });
});

describe("the DNS", () => {
  let dns: DnsServer;
  beforeEach(async () => {
    dns = await openDnsServer();
  });
  afterEach(() => dns.close());

  type Type = "A" | "AAAA" | "MX" | "NS" | "TXT" | "CNAME" | "SOA" | "CAA";
  const ask = (type: Type, expected: string[] = [], timeoutMs = 20_000) => {
    const resolver = { servers: [dns.address], resolveName: openResolver({ servers: [dns.address] }) };
    return probe("dns", { name: "amsel.example", type, expected }, { resolver, timeoutMs });
  };
  const records = (type: string, ...data: string[]): DnsReply => data.map((each) => ({ type, data: each }));

  it.each([
    ["A", ["192.0.2.1", "192.0.2.2"], ["192.0.2.2"], ["192.0.2.3"]],
    ["AAAA", ["2001:db8::1"], ["2001:db8::1"], ["2001:db8::2"]],
    ["MX", ["10 mail.amsel.example"], ["mail.amsel.example.", "10 MAIL.amsel.example"], ["20 mail.amsel.example"]],
    ["NS", ["ns1.amsel.example", "ns2.amsel.example"], ["NS2.amsel.example."], ["ns3.amsel.example"]],
    ["TXT", ["v=spf1 include:_spf.example -all"], ["v=spf1"], ["v=DMARC1"]],
    ["CNAME", ["amsel.cdn.example"], ["amsel.cdn.example"], ["meise.cdn.example"]],
    ["SOA", ["ns1.amsel.example admin.amsel.example 2026112201 1 2 3 4"], ["2026112201"], ["2026112202"]],
    ["CAA", ["0 issue letsencrypt.org"], ["0 issue letsencrypt.org"], ["0 issue digicert.com"]],
  ] as const)("answers %s as expected, or not", async (type, data, right, wrong) => {
    dns.answer(() => records(type, ...data));
    expect(await ask(type)).toMatchObject({ outcome: "ok", phases: { dns: expect.any(Number) } });
    expect(await ask(type, [...right])).toMatchObject({ outcome: "ok" });
    expect(await ask(type, [...wrong])).toMatchObject({
      outcome: "failed",
      code: "dnsAnswer",
      text: `DNS antwortet anders als erwartet: ${type} „${wrong[0]}“ fehlt`,
      evidence: { records: expect.any(Array) },
    });
  });

  it("has no such record, no such name, or no answer", async () => {
    dns.answer(() => []);
    expect(await ask("MX")).toMatchObject({ outcome: "failed", code: "dnsAnswer" });
    dns.answer(() => "NXDOMAIN");
    expect(await ask("MX")).toMatchObject({ outcome: "failed", code: "dnsNotFound" });
    dns.answer(() => "REFUSED");
    expect(await ask("MX")).toMatchObject({ outcome: "failed", code: "dnsFailed" });
    dns.answer(() => "silence");
    expect(await ask("MX", [], 1000)).toMatchObject({ outcome: "failed" });
  });
});

describe("a ping", () => {
  /** A command as the system's, which answers what the test says; of loopback it always does. */
  function command(says: string, code = 0): string {
    const file = path.join(temporaryFolder("ping"), "ping");
    const reply = "64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.03 ms";
    writeFileSync(
      file,
      `#!/bin/sh\nfor a in "$@"; do last=$a; done\n[ "$last" = 127.0.0.1 ] && echo "${reply}" && exit 0\necho "${says}"\nexit ${code}\n`,
    );
    chmodSync(file, 0o755);
    return file;
  }
  const tools = (pingCommand: string, address = "127.0.0.9") => ({
    pingCommand,
    resolver: { resolveName: async () => [{ address, family: 4 }] },
  });
  /** Where no system ever connects to. */
  const nowhere = "255.255.255.255";

  it("is sent by the system where it can, in German as well", async () => {
    const german = command("64 Bytes von 127.0.0.9: icmp_seq=1 ttl=64 Zeit=12,6 ms");
    expect(await findPingMethod(german)).toBe("icmp");
    expect(await probe("ping", { host: "web03.example" }, tools(german))).toMatchObject({
      outcome: "ok",
      phases: { total: 13 },
    });
  });

  it("that nobody answers has failed, unless one of the usual ports does", async () => {
    const silent = command("1 packets transmitted, 0 received, 100% packet loss", 1);
    const allowed = { allowedNetworks: [`${nowhere}/32`] };
    expect(await probe("ping", { host: "web03.example" }, { ...tools(silent, nowhere), ...allowed })).toMatchObject({
      outcome: "failed",
      code: "timeout",
    });
    expect(await probe("ping", { host: "web03.example" }, tools(silent))).toMatchObject({ outcome: "ok" });
  });

  it("is a connection where there is no such command; a port that refuses is an answer", async () => {
    const none = "/nirgends/ping";
    expect(await findPingMethod(none)).toBe("tcp");
    expect(await probe("ping", { host: "web03.example" }, tools(none))).toMatchObject({ outcome: "ok" });
  });

  it("is not sent to a network that nobody allowed, nor to a name that is an option", async () => {
    const sent = command("nie", 1);
    const refused = await probe("ping", { host: "127.0.0.9" }, { ...tools(sent), allowedNetworks: [] });
    expect(refused).toMatchObject({ outcome: "failed", code: "blockedNetwork" });
    const resolver = { resolveName: openResolver({ servers: ["127.0.0.1:9"], timeoutMs: 50 }) };
    expect(await probe("ping", { host: "-f" }, { ...tools(sent), resolver })).toMatchObject({ outcome: "failed" });
  });
});

describe("a heartbeat", () => {
  const now = () => new Date("2026-11-22T12:00:00Z");
  const beat = { at: "2026-11-22T11:00:00Z", isDown: false, message: null, pingMs: 40, everySeconds: 3600 };
  const ask = (changed: Partial<typeof beat> | { message: string; isDown: true }, graceSeconds = 60) =>
    probe("push", { graceSeconds }, { now, readHeartbeat: () => ({ ...beat, ...changed }) });

  it("is in time, late, or says that something is wrong", async () => {
    expect(await ask({})).toEqual({ outcome: "ok", phases: { total: 40 } });
    expect(await ask({ at: "2026-11-22T10:59:00Z" })).toMatchObject({ outcome: "ok" });
    expect(await ask({ at: "2026-11-22T10:58:59Z" })).toMatchObject({
      outcome: "failed",
      code: "heartbeatLate",
      text: "Herzschlag ausgeblieben: zuletzt 22.11.26, 11:58",
    });
    expect(await probe("push", {}, { now, readHeartbeat: () => ({ ...beat, diskPercent: 86 }) })).toMatchObject({
      outcome: "degraded",
      code: "diskFull",
      text: "Speicher fast voll: zu 86 % belegt",
    });
    expect(await ask({ isDown: true, message: "Band voll" })).toMatchObject({
      outcome: "failed",
      code: "heartbeatDown",
      text: "Herzschlag meldet einen Fehler: Band voll",
    });
  });
});
