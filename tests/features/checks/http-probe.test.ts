import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openResolver } from "../../../server/outbound/resolver.ts";
import { brokenPages } from "../../support/checks/broken-pages.ts";
import { probe } from "../../support/checks/probing.ts";
import { openDnsServer } from "../../support/servers/dns-server.ts";
import { closeRawServers, dripForever, openRawServer, writeForever } from "../../support/servers/hostile-server.ts";
import { openReceiver, type Receiver } from "../../support/servers/receiver.ts";

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  await receiver.close();
  await closeRawServers();
});

const html = { "Content-Type": "text/html; charset=utf-8" };
const answer = (body: string, status = 200, headers: Record<string, string> = html) =>
  receiver.answer(() => ({ status, headers, body }));
const site = "<html><title>Amsel &amp; Söhne</title><body>Guten Tag</body></html>";

describe("a website", () => {
  it("is online, with its phases, title, size and where it ended", async () => {
    answer(site);
    const outcome = await probe("http", { url: receiver.url });
    expect(outcome).toMatchObject({
      outcome: "ok",
      httpStatus: 200,
      title: "Amsel & Söhne",
      size: Buffer.byteLength(site),
      finalUrl: `${receiver.url}/`,
      bodyHash: expect.stringMatching(/^[\da-f]{32}$/),
    });
    expect(Object.keys(outcome.phases).sort()).toEqual(["connect", "dns", "total", "ttfb"]);
    expect(outcome.evidence).toBeUndefined();
  });

  it("is asked over a connection of its own each time, as a portal that says who it is", async () => {
    answer(site);
    await probe("http", { url: `${receiver.url}/pfad?x=1` });
    expect(receiver.received[0]).toMatchObject({
      method: "GET",
      path: "/pfad?x=1",
      headers: {
        connection: "close",
        "user-agent": expect.stringMatching(/^MEDIUM-TechCenter/),
        "accept-encoding": "gzip, deflate, br",
      },
    });
  });

  it("is asked with method, headers, body and password as somebody has set them", async () => {
    answer(site);
    const headers = [{ name: "X-Probe", value: "1" }];
    const basic = { basicUser: "wache", method: "POST" as const, body: '{"a":1}', headers, userAgent: "Eigener" };
    await probe("http", { url: receiver.url, ...basic }, { secret: "geheim:ü" });
    expect(receiver.received[0]).toMatchObject({
      method: "POST",
      body: '{"a":1}',
      headers: {
        "x-probe": "1",
        "user-agent": "Eigener",
        authorization: `Basic ${Buffer.from("wache:geheim:ü").toString("base64")}`,
      },
    });
  });

  it.each([
    [500, ["200-399"], "failed"],
    [404, ["200-399"], "failed"],
    [404, ["404"], "ok"],
    [201, ["200", "201"], "ok"],
    [204, ["200-299"], "ok"],
    [304, ["200-399"], "ok"],
    [400, ["200-399", "401-403"], "failed"],
    [403, ["200-399", "401-403"], "ok"],
  ] as const)("that answers %i where %j is expected is %s", async (status, expectedCodes, outcome) => {
    receiver.answer(() => ({ status, headers: html, ...(status !== 204 && status !== 304 && { body: site }) }));
    const seen = await probe("http", { url: receiver.url, expectedCodes: [...expectedCodes] });
    expect(seen).toMatchObject({ outcome, httpStatus: status });
    if (outcome === "failed") expect(seen).toMatchObject({ code: "httpStatus", text: `HTTP-Status ${status}` });
  });

  it("says how long it wants to be left alone", async () => {
    receiver.answer(() => ({ status: 503, headers: { "Retry-After": "90" }, body: "voll" }));
    expect(await probe("http", { url: receiver.url })).toMatchObject({ outcome: "failed", retryAfterS: 90 });
    receiver.answer(() => ({ status: 200, headers: { "Retry-After": "90" }, body: "da" }));
    expect((await probe("http", { url: receiver.url })).retryAfterS).toBeUndefined();
  });

  it("is impaired without the word it has to have, and with the one it must not have", async () => {
    answer("<p>Impressum &amp; Datenschutz</p>");
    const ask = (config: { keyword?: string; forbiddenKeyword?: string }) =>
      probe("http", { url: receiver.url, ...config });
    expect(await ask({ keyword: "Impressum & Datenschutz" })).toMatchObject({ outcome: "ok" });
    expect(await ask({ keyword: "<p>Impressum" })).toMatchObject({ outcome: "ok" });
    expect(await ask({ keyword: "Warenkorb" })).toMatchObject({
      outcome: "degraded",
      code: "keywordMissing",
      text: "Stichwort „Warenkorb“ fehlt",
    });
    expect(await ask({ forbiddenKeyword: "Impressum" })).toMatchObject({
      outcome: "degraded",
      code: "keywordForbidden",
    });
    expect(await ask({ forbiddenKeyword: "Casino" })).toMatchObject({ outcome: "ok" });
  });

  it("is impaired when its JSON says something else", async () => {
    answer('{"status":"ok","jobs":[{"state":"idle","left":3}],"a.b":null}', 200, {
      "Content-Type": "application/json",
    });
    const ask = (jsonPath: string, jsonValue: string | null = null) =>
      probe("http", { url: receiver.url, jsonPath, jsonValue });
    for (const [path, value] of [
      ["$.status", "ok"],
      ["status", null],
      ["jobs[0].state", "idle"],
      ["$.jobs.0.left", "3"],
      ["jobs", '[{"state":"idle","left":3}]'],
    ] as const)
      expect(await ask(path, value)).toMatchObject({ outcome: "ok" });
    expect(await ask("$.status", "down")).toMatchObject({
      outcome: "degraded",
      code: "jsonPath",
      text: "Wert in der Antwort anders als erwartet: „$.status“ ist „ok“ statt „down“",
    });
    for (const path of ["nirgends", "jobs[7].state", "constructor", "__proto__", "status.length", "x.".repeat(50)])
      expect(await ask(path)).toMatchObject({ outcome: "degraded", code: "jsonPath" });
    answer("kein JSON");
    expect(await ask("$.status")).toMatchObject({ outcome: "degraded", code: "jsonPath" });
  });

  it("is broken although it answers with 200, and keeps what was seen", async () => {
    answer(brokenPages.wordpressCriticalError.broken[0] ?? "");
    expect(await probe("http", { url: receiver.url })).toMatchObject({
      outcome: "failed",
      code: "brokenPage:wordpressCriticalError",
      text: "WordPress meldet einen kritischen Fehler",
      evidence: { status: 200, address: "127.0.0.1", excerpt: expect.stringContaining("kritischen Fehler") },
    });
  });

  it("is broken when it has nothing to say, unless nothing was asked for", async () => {
    answer(" \n ");
    expect(await probe("http", { url: receiver.url })).toMatchObject({ outcome: "failed", code: "emptyBody" });
    expect(await probe("http", { url: receiver.url, method: "HEAD" })).toMatchObject({ outcome: "ok" });
  });

  it("is read in its own encoding, and unpacked", async () => {
    const { url } = await openRawServer((socket, asked) => {
      asked.then(() => {
        const body = gzipSync(Buffer.from("<title>Grüße</title>Guten Tag", "latin1"));
        socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=ISO-8859-1\r\nContent-Encoding: gzip\r\n");
        socket.write(`Content-Length: ${body.length}\r\n\r\n`);
        socket.end(body);
      });
    });
    expect(await probe("http", { url })).toMatchObject({ outcome: "ok", title: "Grüße" });
  });
});

describe("the address that was connected to", () => {
  it("is told, of the first server where it redirects, so that those who share one wait for each other", async () => {
    answer(site);
    expect(await probe("http", { url: receiver.url })).toMatchObject({ outcome: "ok", remoteAddress: "127.0.0.1" });
    const first = createServer((_, response) => response.writeHead(302, { Location: receiver.url }).end());
    await new Promise<void>((resolve) => first.listen(0, "127.0.0.2", resolve));
    const url = `http://127.0.0.2:${(first.address() as AddressInfo).port}/`;
    expect(await probe("http", { url })).toMatchObject({ finalUrl: `${receiver.url}/`, remoteAddress: "127.0.0.2" });
    await new Promise((resolve) => first.close(resolve));
  });
});

describe("a redirect", () => {
  const redirect = (location: string) =>
    receiver.answer(({ path }) =>
      path === "/" ? { status: 301, headers: { Location: location } } : { status: 200, headers: html, body: site },
    );

  it("is followed to its end", async () => {
    redirect("/neu/");
    expect(await probe("http", { url: receiver.url })).toMatchObject({
      outcome: "ok",
      finalUrl: `${receiver.url}/neu/`,
    });
  });

  it("is the answer where nobody follows it", async () => {
    redirect("/neu");
    const ask = { url: receiver.url, followsRedirects: false };
    expect(await probe("http", ask)).toMatchObject({ outcome: "ok", httpStatus: 301 });
    expect(await probe("http", { ...ask, expectedCodes: ["200"] })).toMatchObject({ outcome: "failed" });
  });

  it("has to lead where it is expected to", async () => {
    redirect("/neu");
    const expected = (expectedUrl: string) => probe("http", { url: receiver.url, expectedUrl });
    expect(await expected(`${receiver.url}/neu/`)).toMatchObject({ outcome: "ok" });
    expect(await expected(`${receiver.url}/alt`)).toMatchObject({
      outcome: "failed",
      code: "redirect",
      evidence: { hops: [{ status: 301 }] },
    });
  });

  it("that never ends is broken", async () => {
    receiver.answer(({ path }) => ({ status: 302, headers: { Location: `${path}x` } }));
    expect(await probe("http", { url: receiver.url })).toMatchObject({ outcome: "failed", code: "redirect" });
    expect(receiver.received).toHaveLength(6);
  });
});

describe("a website that does not answer", () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";

  it("refuses the connection", async () => {
    // On an address of its own: nobody else takes the port there once it is closed.
    const { url, close } = await openRawServer(() => undefined, "127.0.0.66");
    await close();
    expect(await probe("http", { url })).toMatchObject({
      outcome: "failed",
      code: "refused",
      text: "Verbindung abgelehnt",
    });
  });

  it("hangs up", async () => {
    const { url } = await openRawServer((socket) => socket.destroy());
    expect(await probe("http", { url })).toMatchObject({ outcome: "failed", code: "reset" });
  });

  it.each([
    ["is silent", ""],
    ["drips", head],
  ])("%s", async (_, begin) => {
    const { url } = await openRawServer((socket, asked) => {
      asked.then(() => {
        socket.write(begin);
        if (begin) dripForever(socket);
      });
    });
    const outcome = await probe("http", { url }, { timeoutMs: 150 });
    expect(outcome).toMatchObject({ outcome: "failed", code: "timeout", text: "Keine Antwort (Timeout)" });
    expect(outcome.phases.total).toBeGreaterThanOrEqual(149);
  });

  it("speaks without end, and is judged by what was read", async () => {
    const { url } = await openRawServer((socket, asked) => {
      asked.then(() => {
        socket.write(head);
        writeForever(socket, "<p>Amsel</p>".repeat(500));
      });
    });
    expect(await probe("http", { url })).toMatchObject({ outcome: "ok", size: 2 * 1024 * 1024 });
  });

  it("is told apart from one whose name is gone or whose name servers are", async () => {
    const dns = await openDnsServer();
    const resolver = { resolveName: openResolver({ servers: [dns.address], timeoutMs: 5000 }) };
    const ask = () => probe("http", { url: "http://weg.example/" }, { resolver });
    expect(await ask()).toMatchObject({ code: "dnsNotFound", text: "DNS-Name nicht auflösbar" });
    dns.answer(() => "SERVFAIL");
    expect(await ask()).toMatchObject({ code: "dnsFailed", text: "Nameserver antwortet nicht" });
    await dns.close();
  });

  it("lies in a network that nobody allowed, at once or behind a redirect", async () => {
    answer(site);
    expect(await probe("http", { url: receiver.url }, { allowedNetworks: [] })).toMatchObject({
      outcome: "failed",
      code: "blockedNetwork",
      text: "Netz nicht erlaubt: 127.0.0.1",
    });
    expect(receiver.received).toEqual([]);
    answer("", 302, { Location: "http://169.254.169.254/" });
    expect(await probe("http", { url: receiver.url })).toMatchObject({ code: "blockedNetwork" });
  });

  it("has no address that anybody could ask", async () => {
    for (const url of ["", "kein", "ftp://a.example/", "http://a:b@127.0.0.1/"])
      expect(await probe("http", { url })).toMatchObject({ outcome: "failed", code: "invalidAddress" });
  });

  it("is not asked with a header that is none", async () => {
    for (const header of [
      { name: "X-A", value: "a\r\nHost: b" },
      { name: "X A", value: "a" },
    ])
      expect(await probe("http", { url: receiver.url, headers: [header] })).toMatchObject({ code: "internal" });
    expect(receiver.received).toEqual([]);
  });

  it("is no longer asked when the checker stops", async () => {
    const { url } = await openRawServer(() => undefined);
    const stop = new AbortController();
    const running = probe("http", { url }, { signal: stop.signal });
    stop.abort();
    expect(await running).toMatchObject({ outcome: "failed", code: "timeout" });
  });
});
