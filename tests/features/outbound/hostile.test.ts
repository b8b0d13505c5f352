import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mayReach } from "../../../server/outbound/addresses.ts";
import { connectGuarded } from "../../../server/outbound/guarded-connect.ts";
import { send } from "../../../server/outbound/guarded-fetch.ts";
import { OutboundProblem } from "../../../server/outbound/outbound-problem.ts";
import { openResolver } from "../../../server/outbound/resolver.ts";
import { readRetryAfter } from "../../../server/outbound/retry-after.ts";
import { type DnsServer, openDnsServer } from "../../support/servers/dns-server.ts";
import { closeRawServers, dripForever, openRawServer, writeForever } from "../../support/servers/hostile-server.ts";
import { openReceiver, type Receiver } from "../../support/servers/receiver.ts";

const loopback = ["127.0.0.0/8"];
const allowed = { allowedNetworks: loopback };
const codeOf = (error: unknown) => (error instanceof OutboundProblem ? error.code : error);
const failure = (promise: Promise<unknown>) => promise.then(() => "answered", codeOf);

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  await receiver.close();
  await closeRawServers();
});

describe("an address behind a gateway", () => {
  it.each([
    ["64:ff9b::808:808", true],
    ["64:ff9b::7f00:1", false],
    ["64:ff9b::10.0.0.1", false],
    ["64:ff9b::169.254.169.254", false],
    ["64:ff9b::192.168.1.1", false],
    ["64:ff9b:1::808:808", false],
    ["::ffff:0:8.8.8.8", false],
    ["fe80::1%eth0", false],
    ["2606:2800:220:1:248:1893:25c8:1946%eth0", false],
    ["fec0::1", false],
    ["2001::7f00:1", false],
    ["kein.name", false],
  ])("%s: %s", (address, expected) => {
    expect(mayReach(address, [])).toBe(expected);
  });

  it("is let through where an admin has allowed the network behind it", () => {
    expect(mayReach("64:ff9b::10.0.0.1", ["10.0.0.0/8"])).toBe(true);
    expect(mayReach("64:ff9b::10.0.0.1", ["192.168.0.0/16"])).toBe(false);
  });
});

describe("a connection of any kind is refused", () => {
  it.each([
    "127.0.0.1",
    "localhost",
    "2130706433",
    "0x7f.1",
    "127.1",
    "0177.0.0.1",
    "0x7f000001",
    "017700000001",
    "[::1]",
    "::1",
    "[::ffff:127.0.0.1]",
    "::ffff:7f00:1",
    "fe80::1%lo",
    "64:ff9b::7f00:1",
  ])("to %s before anything is sent", async (host) => {
    const raw = await openRawServer(() => undefined);
    const signal = AbortSignal.timeout(60_000);
    const refused = connectGuarded({ host, port: raw.port, allowedNetworks: [], signal });
    expect(await failure(refused)).toBe("blockedNetwork");
    expect(raw.heard).toEqual([]);
  });

  it("where one of many addresses leads inside", async () => {
    const resolveName = async () => [
      { address: "93.184.216.34", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ];
    const target = {
      host: "a.example",
      port: 80,
      allowedNetworks: [],
      resolveName,
      signal: AbortSignal.timeout(60_000),
    };
    expect(await failure(connectGuarded(target))).toBe("blockedNetwork");
  });

  it("by a redirect to another spelling of what is inside", async () => {
    for (const inner of ["http://0x0a.0.0.1/", "http://167772161/", "http://[::ffff:10.0.0.1]/", "//10.1/"]) {
      receiver.answer(() => ({ status: 302, headers: { Location: inner } }));
      expect(await failure(send({ url: receiver.url, ...allowed }))).toBe("blockedNetwork");
    }
  });

  it("by a redirect to what is no page", async () => {
    for (const location of ["file:///etc/passwd", "gopher://127.0.0.1/", "http://a:b@127.0.0.1/"]) {
      receiver.answer(() => ({ status: 301, headers: { Location: location } }));
      expect(await failure(send({ url: receiver.url, ...allowed }))).toBe("invalidAddress");
    }
  });
});

describe("a name that answers differently each time", () => {
  let dns: DnsServer;
  beforeEach(async () => {
    dns = await openDnsServer();
  });
  afterEach(() => dns.close());

  it("is asked once for each connection, and what was checked is what is connected to", async () => {
    let asked = 0;
    dns.answer(({ type }) => {
      if (type !== "A") return [];
      asked += 1;
      return [{ type: "A", data: asked === 1 ? "127.0.0.1" : "10.0.0.1" }];
    });
    const resolveName = openResolver({ servers: [dns.address] });
    const { port } = new URL(receiver.url);
    const request = { url: `http://rebind.example:${port}/`, ...allowed, resolveName };
    expect((await send(request)).status).toBe(204);
    expect(asked).toBe(1);
    expect(await failure(send(request))).toBe("blockedNetwork");
    expect(receiver.received).toHaveLength(1);
  });

  it("is found at another of its addresses when the first is silent", async () => {
    dns.answer(({ type }) =>
      type === "A"
        ? [
            { type: "A", data: "127.9.9.9" },
            { type: "A", data: "127.0.0.1" },
          ]
        : [],
    );
    const resolveName = openResolver({ servers: [dns.address] });
    const { port } = new URL(receiver.url);
    expect((await send({ url: `http://two.example:${port}/`, ...allowed, resolveName })).status).toBe(204);
  });

  it("is told apart from one that does not exist, and from name servers that are silent or broken", async () => {
    const resolveName = openResolver({ servers: [dns.address], timeoutMs: 20_000 });
    dns.answer(() => "NXDOMAIN");
    expect(await failure(resolveName("nirgends.example"))).toBe("dnsNotFound");
    dns.answer(() => []);
    expect(await failure(resolveName("leer.example"))).toBe("dnsNotFound");
    dns.answer(() => "SERVFAIL");
    expect(await failure(resolveName("kaputt.example"))).toBe("dnsFailed");
    expect(await failure(resolveName(`${"a.".repeat(200)}example`))).toBe("dnsNotFound");
    dns.answer(() => "silence");
    const impatient = openResolver({ servers: [dns.address], timeoutMs: 60 });
    expect(await failure(impatient("stumm.example"))).toBe("dnsFailed");
  });

  it("gives no more addresses than anybody needs", async () => {
    dns.answer(({ type }) =>
      type === "A" ? Array.from({ length: 25 }, (_, index) => ({ type: "A", data: `127.0.1.${index}` })) : [],
    );
    const found = await openResolver({ servers: [dns.address] })("viele.example");
    expect(found).toHaveLength(25);
  });

  it("does not hold up a request for longer than the request may take", async () => {
    dns.answer(() => "silence");
    const resolveName = openResolver({ servers: [dns.address], timeoutMs: 60_000 });
    expect(await failure(send({ url: "http://stumm.example/", ...allowed, resolveName, timeoutMs: 80 }))).toBe(
      "timeout",
    );
  });
});

describe("an answer that never ends", () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
  const ask = (url: string, limits: { timeoutMs?: number; maxBytes?: number } = {}) =>
    send({ url, ...allowed, timeoutMs: 60_000, maxBytes: 10_000, ...limits });

  it("is cut off at its limit", async () => {
    const { url } = await openRawServer((socket, asked) => {
      asked.then(() => {
        socket.write(`${head}\r\n`);
        writeForever(socket, "x".repeat(4096));
      });
    });
    expect((await ask(url)).body).toBe("x".repeat(10_000));
  });

  it.each([
    ["says nothing", ""],
    ["drips its header", "HTTP/1.1 200 OK\r\nX-Slow: "],
    ["drips its body", `${head}Content-Length: 1000000\r\n\r\n`],
    ["drips its chunks", `${head}Transfer-Encoding: chunked\r\n\r\n`],
  ])("is given up when it %s", async (_, begin) => {
    const { url } = await openRawServer((socket, asked) => {
      asked.then(() => {
        socket.write(begin);
        if (begin) dripForever(socket, begin.includes("chunked") ? "1\r\nx\r\n" : "x");
      });
    });
    expect(await failure(ask(url, { timeoutMs: 150 }))).toBe("timeout");
  });

  it("is given up when it only says that it is under way", async () => {
    const { url } = await openRawServer((socket, asked) => {
      asked.then(() => dripForever(socket, "HTTP/1.1 102 Processing\r\n\r\n"));
    });
    expect(await failure(ask(url, { timeoutMs: 150 }))).toBe("timeout");
  });

  it.each([
    ["gzip", gzipSync(Buffer.alloc(64 * 1024 * 1024))],
    ["br", brotliCompressSync(Buffer.alloc(64 * 1024 * 1024))],
  ])("is not unpacked beyond its limit (%s)", async (encoding, bomb) => {
    const { url } = await openRawServer((socket, asked) => {
      asked.then(() => {
        socket.write(`${head}Content-Encoding: ${encoding}\r\nContent-Length: ${bomb.length}\r\n\r\n`);
        socket.end(bomb);
      });
    });
    const before = process.memoryUsage().arrayBuffers;
    expect((await ask(url)).body).toHaveLength(10_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
  });

  it("ends when packed data unpacks to nothing", async () => {
    const empty = gzipSync("");
    const { url } = await openRawServer((socket, asked) => {
      asked.then(() => {
        socket.write(`${head}Content-Encoding: gzip\r\n\r\n`);
        writeForever(socket, Buffer.concat(Array.from({ length: 100 }, () => empty)));
      });
    });
    expect((await ask(url)).body).toBe("");
  });

  it("is read as it is where it names an encoding that nobody knows", async () => {
    receiver.answer(() => ({ status: 200, headers: { "Content-Encoding": "gzip, gzip" }, body: "roh" }));
    expect((await ask(receiver.url)).body).toBe("roh");
  });
});

describe("an answer that lies", () => {
  const answering = async (text: string) => {
    const { url } = await openRawServer((socket, asked) => {
      asked.then(() => socket.end(text));
    });
    return failure(send({ url, ...allowed, timeoutMs: 60_000 }));
  };

  it.each([
    ["more headers than fit", `HTTP/1.1 200 OK\r\n${"X-Header: value\r\n".repeat(10_000)}\r\n`, "protocol"],
    ["one endless header", `HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(200_000)}\r\n\r\n`, "protocol"],
    ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n", "protocol"],
    ["nothing", "", "reset"],
    ["less than it promised", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx", "reset"],
    ["a switch of protocols", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", "reset"],
    [
      "packed data that is none",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhallo",
      "protocol",
    ],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy", "protocol"],
  ])("with %s is an error of its own", async (_, text, code) => {
    expect(await answering(text)).toBe(code);
  });

  it("with thousands of short headers keeps some hundreds of them", async () => {
    const { url } = await openRawServer((socket, asked) => {
      asked.then(() => {
        const headers = Array.from({ length: 3000 }, (_, index) => `A${index}: 1\r\n`).join("");
        socket.end(`HTTP/1.1 200 OK\r\n${headers}Content-Length: 0\r\n\r\n`);
      });
    });
    const { headers } = await send({ url, ...allowed });
    expect(Object.keys(headers).length).toBeLessThanOrEqual(500);
  });
});

describe("what was told to one server", () => {
  it("is not told to the next", async () => {
    const other = await openReceiver();
    const to = (port: string) => `http://localhost:${port}/ziel`;
    receiver.answer(() => ({ status: 302, headers: { Location: to(new URL(other.url).port) } }));
    const resolveName = async () => [{ address: "127.0.0.1", family: 4 }];
    const headers = { Authorization: "Basic x", Cookie: "a=b", "X-Api-Key": "geheim", "Accept-Language": "de" };
    await send({ url: `${receiver.url}/`, headers, ...allowed, resolveName });
    expect(other.received[0]?.headers).toMatchObject({ "accept-language": "de" });
    expect(Object.keys(other.received[0]?.headers ?? {})).not.toContain("authorization");
    expect(Object.keys(other.received[0]?.headers ?? {})).not.toContain("cookie");
    expect(Object.keys(other.received[0]?.headers ?? {})).not.toContain("x-api-key");
    await other.close();
  });
});

describe("Retry-After", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  it.each([
    ["120", 120],
    ["0", 0],
    ["Sun, 22 Nov 2026 12:01:30 GMT", 90],
    ["Sun, 22 Nov 2026 11:00:00 GMT", 0],
    ["99999999", 86_400],
    ["99999999999999999999", undefined],
    ["bald", undefined],
    ["-5", undefined],
  ])("%s means %s seconds", (text, seconds) => {
    const read = readRetryAfter({ "retry-after": text }, now);
    expect(read).toBe(seconds);
  });
});
