import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ProbeOutcome } from "../../../server/checks/probe.ts";
import { askSystem, openResolver } from "../../../server/outbound/resolver.ts";
import { type ProbeOptions, probe } from "../../support/checks/probing.ts";
import { type DnsServer, openDnsServer } from "../../support/servers/dns-server.ts";
import {
  closeRawServers,
  dripForever,
  openRawServer,
  type RawServer,
  writeForever,
} from "../../support/servers/hostile-server.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

afterEach(closeRawServers);

type Look = (at: { host: string; port: number }, options?: ProbeOptions) => Promise<ProbeOutcome>;
const inUrl = (host: string) => (host.includes(":") ? `[${host}]` : host);

/** Every kind of check that connects to what somebody has typed. */
const looks = {
  http: ({ host, port }, options) => probe("http", { url: `http://${inUrl(host)}:${port}/` }, options),
  tls: (at, options) => probe("tls", at, options),
  "tls after STARTTLS": (at, options) => probe("tls", { ...at, startTls: "smtp" }, options),
  tcp: (at, options) => probe("tcp", at, options),
  smtp: (at, options) => probe("smtp", at, options),
  "ping by the system": ({ host }, options) => probe("ping", { host }, options),
  "ping by connecting": ({ host }, options) => probe("ping", { host }, { ...options, pingCommand: "/nowhere/ping" }),
} satisfies Record<string, Look>;
type Kind = keyof typeof looks;
const kinds = Object.keys(looks) as Kind[];

const inner = [
  ["private", ["10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "fd00::1"]],
  ["loopback", ["127.0.0.1", "localhost", "::1", "0.0.0.0", "::"]],
  ["link-local", ["169.254.169.254", "fe80::1"]],
  ["mapped", ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::7f00:1"]],
  ["behind NAT64", ["64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::808:808"]],
  ["oddly written", ["2130706433", "0x7f.1", "127.1", "0177.0.0.1", "0x7f000001", "017700000001", "10.1"]],
  ["with a zone", ["fe80::1%lo", "fe80::1%eth0", "2606:2800:220:1:248:1893:25c8:1946%eth0"]],
] as const;

/** A command as the system's `ping`, which writes down whom it was sent to. */
function aPing(): { pingCommand: string; sentTo(): string[] } {
  const folder = temporaryFolder("ping");
  const [pingCommand, log] = [path.join(folder, "ping"), path.join(folder, "log")];
  writeFileSync(log, "");
  const reply = "64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.03 ms";
  writeFileSync(pingCommand, `#!/bin/sh\nfor a in "$@"; do last=$a; done\necho "$last" >> ${log}\necho "${reply}"\n`);
  chmodSync(pingCommand, 0o755);
  // The portal tries the command on its own machine first.
  return { pingCommand, sentTo: () => readFileSync(log, "utf8").split("\n").filter(Boolean).slice(1) };
}

/** What is no address but a name would lead outside. */
const leadingOutside: ProbeOptions = {
  allowedNetworks: [],
  resolver: {
    resolveName: async (name) => (name === "localhost" ? askSystem(name) : [{ address: "93.184.216.34", family: 4 }]),
  },
};

describe.each(kinds)("a check by %s", (kind) => {
  let raw: RawServer;
  beforeEach(async () => {
    raw = await openRawServer((socket) => void socket.write("220 mail.example\r\n"));
  });

  it.each(inner)("connects to nothing %s", async (_, hosts) => {
    const ping = aPing();
    for (const host of hosts) {
      const seen = await looks[kind]({ host, port: raw.port }, { ...ping, ...leadingOutside });
      // A zone makes a URL invalid.
      const code = kind === "http" && host.includes("%") ? "invalidAddress" : "blockedNetwork";
      expect([host, seen.outcome, seen.code]).toEqual([host, "failed", code]);
    }
    expect(raw.heard).toEqual([]);
    expect(ping.sentTo()).toEqual([]);
  });

  it("connects to no name of which one address among many leads inside", async () => {
    const ping = aPing();
    const addresses = ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "127.0.0.1"];
    const resolveName = async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    const options = { ...ping, allowedNetworks: [], resolver: { resolveName } };
    expect(await looks[kind]({ host: "a.example", port: raw.port }, options)).toMatchObject({ code: "blockedNetwork" });
    expect(raw.heard).toEqual([]);
    expect(ping.sentTo()).toEqual([]);
  });

  it("asks for a name once, and connects to what was checked", async () => {
    const ping = aPing();
    // One that ends by itself leaves nothing to wait for.
    const ending = await openRawServer((socket) => void socket.end("220 mail.example\r\n"));
    let asked = 0;
    const resolveName = async () => {
      asked += 1;
      return [{ address: asked === 1 ? "127.0.0.1" : "10.0.0.1", family: 4 }];
    };
    const look = () =>
      looks[kind]({ host: "rebind.example", port: ending.port }, { ...ping, resolver: { resolveName } });
    expect((await look()).code).not.toBe("blockedNetwork");
    expect(asked).toBe(1);
    if (kind === "ping by the system") expect(ping.sentTo()).toEqual(["127.0.0.1"]);
    else if (kind !== "ping by connecting") expect(ending.heard).toHaveLength(1);
    expect(await look()).toMatchObject({ code: "blockedNetwork", text: "Netz nicht erlaubt: 10.0.0.1" });
  });

  it("is over in time where no name server answers", async () => {
    const resolver = { resolveName: () => new Promise<never>(() => undefined) };
    const seen = await looks[kind]({ host: "stumm.example", port: raw.port }, { ...aPing(), resolver, timeoutMs: 100 });
    expect(seen).toMatchObject({ outcome: "failed", code: "timeout" });
    expect(raw.heard).toEqual([]);
  });
});

const speaking = ["http", "tls", "tls after STARTTLS", "smtp"] as const;

describe.each(speaking)("what answers a check by %s", (kind) => {
  const look = async (serve: Parameters<typeof openRawServer>[0], options?: ProbeOptions) => {
    const { port } = await openRawServer(serve);
    return looks[kind]({ host: "a.example", port }, options);
  };

  it.each([
    ["silence", () => undefined],
    ["a drop now and then", (socket) => dripForever(socket)],
    ["lines that never come to an end", (socket) => dripForever(socket, "220-noch nicht\r\n")],
  ] satisfies [string, Parameters<typeof openRawServer>[0]][])(
    "is waited for no longer than it may take: %s",
    async (_, serve) => {
      const seen = await look(serve, { timeoutMs: 300 });
      expect(seen.outcome).toBe("failed");
      expect(seen.code).toMatch(/^(?:timeout|protocol|tlsFailed|banner)$/);
    },
  );

  it("is read no further than it may be long", async () => {
    let sent = 0;
    const seen = await look((socket) => {
      writeForever(socket, "x".repeat(1024));
      socket.once("close", () => (sent = socket.bytesWritten));
    });
    expect(seen).toMatchObject({ outcome: "failed" });
    expect(["protocol", "tlsFailed"]).toContain(seen.code);
    expect(sent).toBeLessThan(8 * 1024 * 1024);
  });

  it("may be the end of the connection", async () => {
    expect(await look((socket) => socket.destroy())).toMatchObject({ outcome: "failed", code: "reset" });
  });
});

describe("what answers a page's check", () => {
  const answer = async (head: string, body: Buffer | string = "") => {
    const { url } = await openRawServer((socket, asked) => {
      asked.then(() => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${head}\r\n`);
        socket.end(body);
      });
    });
    return probe("http", { url });
  };

  it("is unpacked no further than 2 MB", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, "x"));
    expect(await answer(`Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n`, bomb)).toMatchObject({
      outcome: "ok",
      size: 2 * 1024 * 1024,
    });
  });

  it("may have thousands of headers, or too many", async () => {
    const headers = (count: number, value: string) =>
      Array.from({ length: count }, (_, index) => `A${index}: ${value}\r\n`).join("");
    expect(await answer(headers(3000, "1"), "Guten Tag")).toMatchObject({ outcome: "ok", size: 9 });
    expect(await answer(headers(3000, "x".repeat(100)), "Guten Tag")).toMatchObject({ code: "protocol" });
  });

  it.each(inner)("leads nowhere %s", async (_, hosts) => {
    for (const host of hosts) {
      // The page itself may be asked, and nothing else.
      const own = "127.0.0.66";
      const { url } = await openRawServer((socket, asked) => {
        asked.then(() => socket.end(`HTTP/1.1 302 Found\r\nLocation: http://${inUrl(host)}:9/\r\n\r\n`));
      }, own);
      const seen = await probe("http", { url }, { ...leadingOutside, allowedNetworks: [`${own}/32`] });
      const code = host.includes("%") ? "invalidAddress" : "blockedNetwork";
      expect([host, seen.code]).toEqual([host, code]);
    }
  });
});

describe("what answers a check of the DNS", () => {
  let dns: DnsServer;
  beforeEach(async () => {
    dns = await openDnsServer();
  });
  afterEach(() => dns.close());

  const ask = (name = "amsel.example", timeoutMs = 1000) => {
    const resolver = { servers: [dns.address], resolveName: openResolver({ servers: [dns.address] }) };
    return probe("dns", { name, type: "A", expected: ["192.0.2.1"] }, { resolver, timeoutMs });
  };
  const header = (message: Buffer, flags: number, answers: number) => {
    const reply = Buffer.from(message);
    reply.writeUInt16BE(flags, 2);
    reply.writeUInt16BE(answers, 6);
    return reply;
  };

  it.each([
    ["silence", () => "silence"],
    ["nothing", () => Buffer.alloc(0)],
    ["what is no message", () => Buffer.from("HTTP/1.1 200 OK\r\n\r\n")],
    ["the question itself", ({ message }) => message],
    ["an answer to another question", ({ message }) => Buffer.concat([Buffer.from([0, 0]), message.subarray(2)])],
    ["a promise of more records than there are", ({ message }) => header(message, 0x8180, 60_000)],
    [
      "a name that points to itself",
      ({ message }) => Buffer.concat([header(message, 0x8180, 1), Buffer.from([0xc0, message.length, 0, 5, 0, 1])]),
    ],
    ["a part, with the rest where nobody is", ({ message }) => header(message, 0x8380, 0)],
    ["an alias of its own", ({ name }) => [{ type: "CNAME", data: name }]],
  ] satisfies [string, Parameters<DnsServer["answer"]>[0]][])("ends it in time: %s", async (_, answer) => {
    dns.answer(answer);
    const seen = await ask();
    expect(seen.outcome).toBe("failed");
    expect(seen.text).toMatch(/DNS|Nameserver|Timeout/);
  });

  it("may be long, and is kept in part", async () => {
    dns.answer(() => Array.from({ length: 1500 }, (_, index) => ({ type: "A", data: `198.51.100.${index % 256}` })));
    const seen = await ask("viele.example", 20_000);
    expect(seen).toMatchObject({ outcome: "failed", code: "dnsAnswer" });
    expect((seen.evidence as { records: string[] }).records).toHaveLength(200);
  });

  it.each(["127.0.0.1", "::1", "fe80::1%lo", "0x7f.1", "2130706433", "a..example", "a\0b.example", "-f", "."])(
    "is asked for %j as for any name, and nothing is connected to",
    async (name) => {
      const raw = await openRawServer(() => undefined);
      expect((await ask(name)).outcome).toBe("failed");
      expect(raw.heard).toEqual([]);
    },
  );
});

describe("what answers a ping", () => {
  it("may say no end of things", async () => {
    const file = path.join(temporaryFolder("ping"), "ping");
    const own = "echo '64 bytes from 127.0.0.1: time=0.03 ms'";
    writeFileSync(
      file,
      `#!/bin/sh\nfor a in "$@"; do last=$a; done\n[ "$last" = 127.0.0.1 ] && ${own} && exit 0\nexec yes\n`,
    );
    chmodSync(file, 0o755);
    const nowhere = "255.255.255.255";
    const resolver = { resolveName: async () => [{ address: nowhere, family: 4 }] };
    const options = { pingCommand: file, resolver, allowedNetworks: [`${nowhere}/32`] };
    expect(await probe("ping", { host: "web03.example" }, options)).toMatchObject({ outcome: "failed" });
  });
});
