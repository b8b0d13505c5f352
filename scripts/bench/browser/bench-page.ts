import type { Browser, CDPSession, Page } from "playwright-core";
import { isProfiling, keepBrowserProfile } from "../profile/recording.ts";

export interface BenchPage {
  page: Page;
  cdp: CDPSession;
  close(): Promise<void>;
}

/** Opens an empty page in a browser that has never been at the portal, signed in as its person. */
export async function openBenchPage(
  browser: Browser,
  { url, cookie }: { url: string; cookie: string },
): Promise<BenchPage> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
  });
  context.setDefaultTimeout(120_000);
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  if (isProfiling()) {
    await cdp.send("Profiler.enable");
    await cdp.send("Profiler.setSamplingInterval", { interval: 500 });
    await cdp.send("Profiler.start");
  }
  return {
    page,
    cdp,
    async close() {
      if (isProfiling()) keepBrowserProfile((await cdp.send("Profiler.stop")).profile);
      await context.close();
    },
  };
}

/** Slows the processor of a page down four times. */
export async function slowProcessor(cdp: CDPSession): Promise<void> {
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** Puts a page behind „Fast 3G“ as the developer tools of Chrome had it: 1.6 Mbit/s, of which a tenth is lost, and 150 ms, 3.75 times. */
export async function slowNetwork(cdp: CDPSession): Promise<void> {
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150 * 3.75,
    downloadThroughput: ((1.6 * 1024 * 1024) / 8) * 0.9,
    uploadThroughput: ((750 * 1024) / 8) * 0.9,
  });
}
