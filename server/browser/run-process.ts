import { createLog } from "../log.ts";
import { lowerPriority } from "../lower-priority.ts";
import { findDetour } from "../outbound/detours.ts";
import { openResolver } from "../outbound/resolver.ts";
import { setPublicUrl } from "../outbound/user-agent.ts";
import { BrowserOff, VisitProblem } from "./browser-problem.ts";
import type { ForeignPage } from "./foreign-page.ts";
import { launchConfined } from "./launch.ts";
import type { ProcessOptions, VisitAnswer, VisitOrder } from "./messages.ts";
import { keepBrowser, type RunningBrowser } from "./running-browser.ts";
import { type VisitTools, visits } from "./visits/visits.ts";

/**
 * Opens pages of others in this process until its portal ends. What they send, however much, is parsed here, beside the
 * portal; the process lives as long as the portal that started it.
 */
export function runBrowserProcess(): void {
  if (!process.connected) process.exit(1);
  process.umask(0o077);
  lowerPriority();
  const options: ProcessOptions = JSON.parse(process.argv[2] ?? "{}");
  setPublicUrl(options.publicUrl);
  const log = createLog(options.logLevel).child({ part: "browser" });
  const resolveName = openResolver(options.nameServer ? { servers: [options.nameServer] } : {});
  const browser = keepBrowser({
    launch: () => launchConfined(options, options.dataDir),
    log,
    // The portal starts a new process, and the old one takes its browsers with it.
    onStuck: () => process.exit(1),
  });
  process.on("message", (order: VisitOrder) => {
    void visit(browser, order, resolveName).then((answer) => {
      if ("off" in answer) log.warn(answer, "the browser for pages of others cannot be started");
      if ("failure" in answer) log.error({ failure: answer.failure, kind: order.kind }, "a visit failed");
      process.send?.(answer);
    });
  });
  const stop = () => void browser.close().finally(() => process.exit(0));
  process.on("disconnect", stop);
  process.on("SIGTERM", stop);
}

/** What this host answers for itself has a certificate that only this host knows. */
function isDetoured(input: unknown): boolean {
  const url = input !== null && typeof input === "object" && "url" in input ? String(input.url) : "";
  return URL.canParse(url) && findDetour(new URL(url).hostname) !== undefined;
}

type ResolveName = ReturnType<typeof openResolver>;

async function visit(browser: RunningBrowser, order: VisitOrder, resolveName: ResolveName): Promise<VisitAnswer> {
  const { id, kind, input, allowedNetworks, deadlineMs } = order;
  const signal = AbortSignal.timeout(deadlineMs);
  const endsAt = performance.now() + deadlineMs;
  const pages: ForeignPage[] = [];
  const acceptsInvalid = isDetoured(input);
  const tools: VisitTools = {
    signal,
    leftMs: () => endsAt - performance.now(),
    async openPage(options) {
      const page = await browser.openPage({ ...options, allowedNetworks, resolveName, signal, acceptsInvalid });
      pages.push(page);
      return page;
    },
  };
  try {
    return { id, result: await visits[kind](tools, input as never) };
  } catch (error) {
    if (error instanceof BrowserOff)
      return { id, off: error.reason, detail: error.cause instanceof Error ? error.cause.message.slice(0, 2000) : "" };
    if (error instanceof VisitProblem) return { id, problem: { message: error.message, code: error.code } };
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    for (const page of pages) await page.close();
  }
}
