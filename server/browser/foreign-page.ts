import type { Browser, BrowserContextOptions, CDPSession, Cookie, Page, Request, Response } from "playwright-core";
import type { Guard } from "../outbound/guarded-connect.ts";
import { readUrl } from "../outbound/guarded-fetch.ts";
import { OutboundProblem } from "../outbound/outbound-problem.ts";
import { userAgent } from "../outbound/user-agent.ts";
import { VisitProblem } from "./browser-problem.ts";
import { evaluateIn, openChildDocuments, openWorld, type World } from "./child-frames.ts";
import { type GuardedProxy, openGuardedProxy } from "./guarded-proxy.ts";
import { navigationProblem } from "./navigation-problem.ts";
import { tooSlow, within } from "./within.ts";

/** A request of the page, as its list names it. */
export interface SeenRequest {
  url: string;
  method: string;
  /** As the browser sorts them: `document`, `script`, `image`, `font` … */
  type: string;
  /** Undefined for what was not answered. */
  status?: number;
}

export interface OpenedPage {
  status: number;
  url: string;
}

export interface PageOptions extends Guard {
  viewport: { width: number; height: number };
  scale?: number;
  /** Touch, the meta viewport, and the name of a phone's browser. */
  isMobile?: boolean;
  /** Opens pages although nobody vouches for their certificate: where it is one of this host's own. */
  acceptsInvalid?: boolean;
  /** Ends everything that the page is asked. */
  signal: AbortSignal;
}

/** A document: that of the page, or one inside of it. */
export interface ForeignDocument {
  /** Runs an expression in a world of its own: it sees the document, and the page's scripts cannot see or change it. */
  evaluate<Result>(expression: string, timeoutMs?: number): Promise<Result>;
}

/** An untrusted page in a browser context of its own, which is discarded with it. */
export interface ForeignPage extends ForeignDocument {
  /** Goes to a URL until its document is parsed; throws a VisitProblem where there is no page. */
  open(url: string, timeoutMs?: number): Promise<OpenedPage>;
  /** Waits until nothing is under way any more, at most so long. */
  waitUntilIdle(maxMs: number): Promise<void>;
  /** In the order in which they were asked; the list ends where the page has asked for too much. */
  requests(): readonly SeenRequest[];
  /** Whether the page was cut off from the network because it asked for too much. */
  isCutOff(): boolean;
  cookies(): Promise<Cookie[]>;
  /** The documents that are in its frames at present, also those of other websites; each of them has an id of its own. */
  childDocuments(): Promise<(ForeignDocument & { id: string })[]>;
  /** What the window shows, as WebP. */
  screenshot(options: { quality: number; timeoutMs: number }): Promise<Uint8Array>;
  /** The page and its protocol, for what this interface does not have. */
  raw: { page: Page; cdp: CDPSession };
  /** Ends everything that the page is asked, for this reason. */
  fail(problem: VisitProblem): void;
  close(): Promise<void>;
}

const maxRequests = 1500;
const maxBytes = 40 * 1024 * 1024;
const closeLimitMs = 3000;
const evaluateLimitMs = 5000;
/** What the browser itself ends late, ends so much later. */
const marginMs = 2000;
const phoneAgent = (version: string) =>
  `Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Mobile Safari/537.36`;
const desktopAgent = (version: string) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;

/** Removes, before the first script runs, the APIs by which a page could bypass the proxy. */
const withoutPeers =
  "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport']) delete globalThis[name];";

export async function openForeignPage(browser: Browser, options: PageOptions): Promise<ForeignPage> {
  const { viewport, scale = 1, isMobile = false, acceptsInvalid = false, signal, ...guard } = options;
  const proxy = await openGuardedProxy({ ...guard, maxBytes });
  const version = `${browser.version().split(".")[0]}.0.0.0`;
  const context = await browser
    .newContext({
      ...contextOptions(proxy),
      ...(acceptsInvalid && { ignoreHTTPSErrors: true }),
      viewport,
      screen: viewport,
      deviceScaleFactor: scale,
      isMobile,
      hasTouch: isMobile,
      userAgent: `${(isMobile ? phoneAgent : desktopAgent)(version)} ${userAgent()}`,
    })
    .catch(async (error: unknown) => {
      await proxy.close();
      throw error;
    });
  const close = async () => {
    // A page that hangs does not hold up its end; its browser is ended for it (see running-browser.ts).
    await within(context.close(), closeLimitMs).finally(() => proxy.close());
  };
  try {
    await context.addInitScript(withoutPeers);
    const page = await context.newPage();
    // Pop-ups are closed: nobody looks at them, and they would send requests.
    context.on("page", (other) => void other.close().catch(() => undefined));
    const cdp = await context.newCDPSession(page);
    // A picture has the size that its own session knows of.
    await cdp.send("Emulation.setDeviceMetricsOverride", {
      ...viewport,
      deviceScaleFactor: scale,
      mobile: isMobile,
    });
    return { ...actions(page, cdp, proxy, signal), raw: { page, cdp }, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

const contextOptions = (proxy: GuardedProxy): BrowserContextOptions => ({
  proxy: { server: proxy.url },
  acceptDownloads: false,
  serviceWorkers: "block",
  permissions: [],
  reducedMotion: "reduce",
  colorScheme: "light",
  locale: "de-DE",
  timezoneId: "Europe/Berlin",
});

function actions(page: Page, cdp: CDPSession, proxy: GuardedProxy, signal: AbortSignal) {
  const requests = watchRequests(page);
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => undefined);
  // It may have ended while the browser started.
  if (signal.aborted) stopped.reject(tooSlow());
  signal.addEventListener("abort", () => stopped.reject(tooSlow()), { once: true });
  page.once("crash", () => stopped.reject(crashed()));
  page.once("close", () => stopped.reject(crashed()));
  let world: Promise<World> | undefined;
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) world = undefined;
  });
  const limited = <Result>(promise: Promise<Result>, limitMs: number) =>
    Promise.race([within(promise, limitMs), stopped.promise]);

  const listDocuments = openChildDocuments(page, cdp);

  async function openPageWorld(): Promise<World> {
    const { frameTree } = await cdp.send("Page.getFrameTree");
    return openWorld(cdp, frameTree.frame.id);
  }

  const evaluate = <Result>(opening: Promise<World>, expression: string, limitMs = evaluateLimitMs) =>
    limited(
      opening.then((opened) => evaluateIn<Result>(opened, expression)),
      limitMs,
    );

  return {
    fail: (problem: VisitProblem) => stopped.reject(problem),
    async open(typed: string, timeoutMs = 15_000): Promise<OpenedPage> {
      const url = asPage(() => readUrl(typed)).href;
      let last = url;
      page.on("request", (request) => {
        if (request.isNavigationRequest() && request.frame() === page.mainFrame()) last = request.url();
      });
      try {
        const response = await limited(
          page.goto(url, { waitUntil: "commit", timeout: timeoutMs }),
          timeoutMs + marginMs,
        );
        const problem = proxy.problemOf(new URL(last).hostname);
        if (problem && (!response || response.status() === 502)) throw problem;
        if (!response) throw new VisitProblem("Unter der Adresse liegt keine Seite.", "protocol");
        const type = response.headers()["content-type"] ?? "text/html";
        // A document that never ends is shown as far as it came.
        await limited(page.waitForLoadState("domcontentloaded", { timeout: timeoutMs }), timeoutMs + marginMs).catch(
          (error: unknown) => {
            if (signal.aborted || page.isClosed()) throw error;
          },
        );
        if (!/html|xml|text\/|image\//i.test(type))
          throw new VisitProblem("Unter der Adresse liegt keine Seite, sondern eine Datei.", "protocol");
        return { status: response.status(), url: page.url() };
      } catch (error) {
        const host = URL.canParse(last) ? new URL(last).hostname : "";
        throw navigationProblem(proxy.problemOf(host) ?? error);
      }
    },
    async waitUntilIdle(maxMs: number): Promise<void> {
      await limited(page.waitForLoadState("networkidle", { timeout: maxMs }), maxMs + marginMs).catch(
        (error: unknown) => {
          if (signal.aborted || page.isClosed()) throw error;
        },
      );
    },
    requests: () => requests.seen,
    isCutOff: () => requests.isCutOff() || proxy.isSpent(),
    cookies: () => limited(page.context().cookies(), closeLimitMs),
    evaluate<Result>(expression: string, timeoutMs?: number): Promise<Result> {
      world ??= openPageWorld();
      return evaluate<Result>(world, expression, timeoutMs);
    },
    async childDocuments() {
      const documents = await limited(listDocuments(), evaluateLimitMs);
      return documents.map(({ id, openWorld: open }) => {
        let inside: Promise<World> | undefined;
        return {
          id,
          evaluate<Result>(expression: string, timeoutMs?: number): Promise<Result> {
            inside ??= open();
            return evaluate<Result>(inside, expression, timeoutMs);
          },
        };
      });
    },
    async screenshot({ quality, timeoutMs }: { quality: number; timeoutMs: number }): Promise<Uint8Array> {
      const { data } = await limited(cdp.send("Page.captureScreenshot", { format: "webp", quality }), timeoutMs);
      return Buffer.from(data, "base64");
    },
  };
}

/** What a page asks for; one that asks too often is cut off from its network. */
function watchRequests(page: Page) {
  const seen: SeenRequest[] = [];
  const byRequest = new Map<Request, SeenRequest>();
  let isCutOff = false;
  page.on("request", (request) => {
    if (seen.length >= maxRequests) {
      if (!isCutOff)
        void page
          .context()
          .setOffline(true)
          .catch(() => undefined);
      isCutOff = true;
      return;
    }
    const entry = { url: request.url().slice(0, 2048), method: request.method(), type: request.resourceType() };
    seen.push(entry);
    byRequest.set(request, entry);
  });
  page.on("response", (response: Response) => {
    const entry = byRequest.get(response.request());
    if (entry) entry.status = response.status();
  });
  return { seen, isCutOff: () => isCutOff };
}

const crashed = () => new VisitProblem("Die Seite hat den Browser zum Absturz gebracht.", "crashed");

function asPage<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof OutboundProblem) throw new VisitProblem(error.message, error.code, error);
    throw error;
  }
}
