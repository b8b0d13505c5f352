import { createSocket } from "node:dgram";
import { readdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import pino from "pino";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { VisitProblem } from "../../../server/browser/browser-problem.ts";
import type { ForeignPage } from "../../../server/browser/foreign-page.ts";
import { launchConfined } from "../../../server/browser/launch.ts";
import { descendantsRss, keepBrowser, type RunningBrowser } from "../../../server/browser/running-browser.ts";
import { newId } from "../../../server/db/new-id.ts";
import { browserPaths, whyNoBrowser } from "../../support/pages/browser.ts";
import { html, type PageServer, servePages } from "../../support/pages/pages.ts";
import { ownProcesses, readProcess } from "../../support/pages/processes.ts";

const reason = await whyNoBrowser();
const allowed = ["127.0.0.1"];
const viewport = { width: 800, height: 600 };
const servers: PageServer[] = [];
let browser: RunningBrowser;
let page: ForeignPage | undefined;

async function serve(...given: Parameters<typeof servePages>): Promise<PageServer> {
  const server = await servePages(...given);
  servers.push(server);
  return server;
}

async function openPage(signal = new AbortController().signal): Promise<ForeignPage> {
  page = await browser.openPage({ viewport, allowedNetworks: allowed, signal });
  return page;
}

const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof VisitProblem) return error;
      throw error;
    },
  );

afterEach(async () => {
  await page?.close();
  page = undefined;
  for (const server of servers.splice(0)) await server.close();
});

describe.skipIf(reason)(`a page of others${reason ? ` (skipped: ${reason})` : ""}`, () => {
  beforeAll(() => {
    browser = keepBrowser({
      launch: () => launchConfined(browserPaths, tmpdir()),
      log: pino({ level: "silent" }),
      // A busy machine may end it late; one that never ends holds up the end of the file.
      onStuck: () => undefined,
    });
  });
  afterAll(() => browser.close());

  it("is opened in a process that has a sandbox and is not the portal's", async () => {
    const server = await serve({ "/": html("<h1>Hallo</h1>") });
    const opened = await openPage();
    expect(await opened.open(server.url)).toEqual({ status: 200, url: `${server.url}/` });
    // Beside the page's own process, Chromium starts one in advance, which enters its sandbox a moment later.
    await vi.waitFor(() => {
      const states = ownProcesses().flatMap((id) => (isRenderer(id) ? (readProcess(id, "status") ?? []) : []));
      expect(states).not.toEqual([]);
      for (const state of states) {
        expect(state).toMatch(/^Seccomp:\s+2$/m);
        expect(state).toMatch(/^NoNewPrivs:\s+1$/m);
        if (process.getuid?.() === 0) expect(state).not.toMatch(/^Uid:\s+0\b/m);
      }
    });
  });

  it("does not reach a private network, neither itself nor by what it embeds", async () => {
    const inside = await serve({ "*": html("geheim") }, "127.0.0.2");
    const outside = await serve({
      "/": html(
        `<img src="${inside.url}/a.png"><iframe src="${inside.url}/b"></iframe><script>fetch("${inside.url}/c",{mode:"no-cors"}).catch(()=>{});new WebSocket("${inside.url.replace("http", "ws")}/d")</script>`,
      ),
    });
    const opened = await openPage();
    expect(await problemOf(opened.open(inside.url))).toMatchObject({ code: "blockedNetwork" });
    await opened.open(outside.url);
    await expect.poll(() => opened.requests().map(({ url }) => url)).toContain(`${inside.url}/a.png`);
    await opened.waitUntilIdle(3000);
    expect(inside.asked).toEqual([]);
  });

  it("is not led inside by a redirect", async () => {
    const inside = await serve({ "*": html("geheim") }, "127.0.0.2");
    const outside = await serve({
      "/": (_, response) => response.writeHead(302, { Location: `${inside.url}/admin` }).end(),
    });
    const opened = await openPage();
    const problem = await problemOf(opened.open(outside.url));
    expect(problem).toMatchObject({ code: "blockedNetwork" });
    expect(problem?.message).toContain("127.0.0.2");
    expect(inside.asked).toEqual([]);
  });

  it("is not led inside by a name whose addresses change", async () => {
    const inside = await serve({ "*": html("geheim") }, "127.0.0.2");
    const answers = [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1", "127.0.0.2"]];
    const opened = await browser.openPage({
      viewport,
      allowedNetworks: allowed,
      signal: new AbortController().signal,
      resolveName: async () => (answers.shift() ?? ["127.0.0.2"]).map((address) => ({ address, family: 4 })),
    });
    page = opened;
    const { port } = new URL(inside.url);
    // The address that was checked is the one that is connected to: there, nobody listens.
    expect(await problemOf(opened.open(`http://wechsel.example:${port}/`))).toMatchObject({ code: "refused" });
    expect(await problemOf(opened.open(`http://wechsel.example:${port}/`))).toMatchObject({ code: "blockedNetwork" });
    expect(await problemOf(opened.open(`http://wechsel.example:${port}/`))).toMatchObject({ code: "blockedNetwork" });
    expect(inside.asked).toEqual([]);
  });

  it("sees no files, and neither passwords nor other schemes in URLs", async () => {
    const server = await serve({
      "/": html(`<iframe id="f" src="file:///etc/passwd"></iframe><script>location.href="file:///etc/passwd"</script>`),
    });
    const opened = await openPage();
    for (const url of ["file:///etc/passwd", "chrome://version", "data:text/html,x", "http://a:b@127.0.0.1/"])
      expect(await problemOf(opened.open(url))).toMatchObject({ code: "invalidAddress" });
    await opened.open(server.url);
    await opened.waitUntilIdle(2000);
    expect(opened.raw.page.url()).toBe(`${server.url}/`);
    expect(await opened.evaluate<string>("document.documentElement.outerHTML")).not.toContain("root:");
  });

  it("downloads nothing", async () => {
    const filename = `${newId()}.zip`;
    const server = await serve({
      "/": (_, response) =>
        response
          .writeHead(200, {
            "Content-Type": "application/zip",
            "Content-Disposition": `attachment; filename=${filename}`,
          })
          .end("PK"),
      "/seite": html(`<a id="a" href="/" download>x</a><script>document.getElementById("a").click()</script>`),
    });
    const opened = await openPage();
    expect(await problemOf(opened.open(server.url))).toMatchObject({ code: "protocol" });
    await opened.open(`${server.url}/seite`);
    await opened.waitUntilIdle(2000);
    expect(readdirSync(tmpdir())).not.toContain(filename);
  });

  it("registers no service worker, opens no second window and knows no peers", async () => {
    const stun = createSocket("udp4");
    const heard: unknown[] = [];
    stun.on("message", (message) => heard.push(message));
    await new Promise<void>((resolve) => stun.bind(0, "127.0.0.1", resolve));
    const { port } = stun.address() as AddressInfo;
    const server = await serve({
      "/": html(`<iframe id="f"></iframe><script>
        window.open("/zweites");
        navigator.serviceWorker?.register("/sw.js").catch(() => {});
        const Peer = window.RTCPeerConnection ?? document.getElementById("f").contentWindow.RTCPeerConnection;
        window.hasPeers = Boolean(Peer);
        if (Peer) { const p = new Peer({ iceServers: [{ urls: "stun:127.0.0.1:${port}" }] }); p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o)); }
      </script>`),
      "/sw.js": (_, response) => response.writeHead(200, { "Content-Type": "text/javascript" }).end(""),
      "/zweites": html("zweites"),
    });
    const opened = await openPage();
    await opened.open(server.url);
    await opened.waitUntilIdle(3000);
    expect(await opened.raw.page.evaluate("window.hasPeers")).toBe(false);
    expect(opened.raw.page.context().serviceWorkers()).toEqual([]);
    await expect.poll(() => opened.raw.page.context().pages()).toHaveLength(1);
    expect(heard).toEqual([]);
    stun.close();
  });

  it("ends by its own time when it answers nothing", async () => {
    const server = await serve({ "/": () => undefined });
    const opened = await openPage();
    expect(await problemOf(opened.open(server.url, 1000))).toMatchObject({ code: "timeout" });
  });

  it("is shown as far as it came when it never ends", async () => {
    const server = await serve({
      "/": (_, response) => {
        response.writeHead(200, { "Content-Type": "text/html" });
        response.write(html("<h1>Anfang</h1>").replace("</body></html>", "<p>".repeat(2000)));
      },
    });
    const opened = await openPage();
    expect(await opened.open(server.url, 5000)).toMatchObject({ status: 200 });
    const picture = await opened.screenshot({ quality: 75, timeoutMs: 60_000 });
    expect(Buffer.from(picture.subarray(8, 12)).toString("latin1")).toBe("WEBP");
  });

  it("whose script never ends is given up, and the next one gets its turn", async () => {
    // The page says that it begins, and answers nothing from then on.
    const endless = `setTimeout(() => {
      const begin = new XMLHttpRequest(); begin.open("GET", "/los", false); begin.send();
      for (;;);
    }, 50)`;
    const begins = Promise.withResolvers<void>();
    const server = await serve({
      "/": html(`<h1>x</h1><script>${endless}</script>`),
      "/los": (_, response) => response.end(() => begins.resolve()),
      "/gut": html("gut"),
    });
    const stuck = await openPage();
    await stuck.open(server.url);
    await begins.promise;
    expect(await problemOf(stuck.evaluate("1 + 1", 1000))).toMatchObject({ code: "tooSlow" });
    expect(await problemOf(stuck.screenshot({ quality: 75, timeoutMs: 1000 }))).toMatchObject({ code: "tooSlow" });
    await stuck.close();
    expect(await (await openPage()).open(`${server.url}/gut`)).toMatchObject({ status: 200 });
  });

  it.each([{ maxRssBytes: 1 }, { maxPages: 1 }])(
    "is opened in a fresh browser once the former has grown too large or served enough (%o)",
    async (limit) => {
      const launched: Browser[] = [];
      const keeper = keepBrowser({
        ...limit,
        log: pino({ level: "silent" }),
        onStuck: () => undefined,
        launch: async () => {
          const started = await launchConfined(browserPaths, tmpdir());
          launched.push(started);
          return started;
        },
      });
      for (let visits = 0; visits < 2; visits += 1) {
        const { signal } = new AbortController();
        await (await keeper.openPage({ viewport, allowedNetworks: allowed, signal })).close();
      }
      expect(launched).toHaveLength(2);
      await expect.poll(() => launched.map((each) => each.isConnected())).toEqual([false, false]);
      await keeper.close();
    },
  );

  it("that takes too much memory is ended with its browser, and the next one gets a fresh one", async () => {
    const server = await serve({
      "/": html("gut"),
      "/viel": html(`<script>
        const held = [];
        setInterval(() => { if (held.length < 100) held.push(new Uint8Array(20_000_000).fill(1)); }, 20);
      </script>`),
    });
    const keepWith = (maxOpenRssBytes?: number) =>
      keepBrowser({
        ...(maxOpenRssBytes !== undefined && { maxOpenRssBytes }),
        launch: () => launchConfined(browserPaths, tmpdir()),
        log: pino({ level: "silent" }),
        onStuck: () => undefined,
      });
    const openBlank = (keeper: RunningBrowser) =>
      keeper.openPage({ viewport, allowedNetworks: allowed, signal: new AbortController().signal });
    const openIn = async (keeper: RunningBrowser, url: string) => {
      const opened = await openBlank(keeper);
      await opened.open(url);
      return opened;
    };
    /** What ends a page, which may be before it is there. */
    const endOf = (opened: ForeignPage, url: string) =>
      problemOf(opened.open(url).then(() => opened.evaluate("new Promise(() => {})", 60_000)));
    const usual = keepWith();
    const small = await openIn(usual, server.url);
    const usualBytes = descendantsRss(process.pid);
    await small.close();
    await usual.close();
    const keeper = keepWith(usualBytes + 500_000_000);
    const large = await openBlank(keeper);
    const ended = await endOf(large, `${server.url}/viel`);
    expect(ended).toMatchObject({ code: "tooMuchMemory", message: "Die Seite braucht zu viel Speicher." });
    await large.close();
    const next = await openIn(keeper, server.url);
    expect(await next.evaluate("document.body.textContent")).toBe("gut");
    await next.close();
    const [one, other] = [await openBlank(keeper), await openBlank(keeper)];
    const both = [endOf(one, server.url), endOf(other, `${server.url}/viel`)];
    expect(await Promise.all(both)).toMatchObject([{ code: "crowded" }, { code: "crowded" }]);
    for (const opened of [one, other]) await opened.close();
    await keeper.close();
  });

  it("that crashes says so, and the next one gets its turn", async () => {
    const server = await serve({ "/": html("gut") });
    const first = await openPage();
    await first.open(server.url);
    const crash = first.raw.cdp.send("Page.crash").catch(() => undefined);
    expect(await problemOf(first.evaluate("new Promise(() => {})", 60_000))).toMatchObject({ code: "crashed" });
    await first.close();
    void crash;
    expect(await (await openPage()).open(server.url)).toMatchObject({ status: 200 });
  });

  it("is cut off from the network when it asks for too much", async () => {
    const server = await serve({
      "/": html(`<h1>Viel</h1><script>for (let i = 0; i < 5000; i++) fetch("/teil?" + i).catch(() => {})</script>`),
      "/teil": (_, response) => response.end("x"),
    });
    const opened = await openPage();
    await opened.open(server.url);
    await expect.poll(() => opened.isCutOff(), { timeout: 60_000 }).toBe(true);
    expect(opened.requests().length).toBeLessThanOrEqual(1500);
    expect(server.asked.length).toBeLessThan(5000);
    expect((await opened.screenshot({ quality: 75, timeoutMs: 60_000 })).length).toBeGreaterThan(0);
  });

  it("tells its requests with their answers, and its cookies", async () => {
    const server = await serve({
      "/": (_, response) =>
        response
          .writeHead(200, { "Content-Type": "text/html", "Set-Cookie": "sitzung=1; HttpOnly" })
          .end(html(`<img src="/fehlt.png"><script src="/a.js"></script>`)),
      "/a.js": (_, response) =>
        response.writeHead(200, { "Content-Type": "text/javascript" }).end("document.cookie='x=2'"),
    });
    const opened = await openPage();
    await opened.open(server.url);
    await expect
      .poll(() => opened.requests())
      .toEqual(
        expect.arrayContaining([
          { url: `${server.url}/`, method: "GET", type: "document", status: 200 },
          { url: `${server.url}/a.js`, method: "GET", type: "script", status: 200 },
          { url: `${server.url}/fehlt.png`, method: "GET", type: "image", status: 404 },
        ]),
      );
    await expect
      .poll(async () => (await opened.cookies()).map(({ name }) => name).toSorted())
      .toEqual(["sitzung", "x"]);
  });

  it("cannot change what is read of it", async () => {
    const server = await serve({
      "/": html(`<p>echt</p><script>document.querySelector = () => ({ textContent: "falsch" })</script>`),
    });
    const opened = await openPage();
    await opened.open(server.url);
    expect(await opened.evaluate("document.querySelector('p').textContent")).toBe("echt");
  });
});

function isRenderer(id: number): boolean {
  const line = readProcess(id, "cmdline") ?? "";
  return line.includes("--type=renderer") && line.includes("--remote-debugging-pipe") && !line.includes("no-sandbox");
}
