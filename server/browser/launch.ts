import type { Browser } from "playwright-core";
import { BrowserOff } from "./browser-problem.ts";
import { confineBrowser } from "./confine.ts";
import { type BrowserPaths, findInstalledChromium } from "./find-chromium.ts";
import { unpackChromium } from "./unpack-chromium.ts";

/**
 * Nothing is switched off that protects: the sandbox stays on, and a browser that cannot have it ends at its start. What
 * is asked for outside of a context with a proxy of its own goes to a port where nobody listens.
 */
const args = [
  "--headless",
  "--remote-debugging-pipe",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--disable-extensions",
  "--disable-sync",
  "--disable-breakpad",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-component-update",
  "--disable-background-networking",
  "--disable-client-side-phishing-detection",
  "--disable-features=Translate,MediaRouter,OptimizationHints,DnsOverHttps,AcceptCHFrame,PrefetchProxy",
  "--no-first-run",
  "--no-pings",
  "--no-default-browser-check",
  "--mute-audio",
  "--hide-scrollbars",
  "--force-color-profile=srgb",
  "--password-store=basic",
  "--proxy-server=http://127.0.0.1:9",
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
];
const startLimitMs = 30_000;

/** Starts Chromium for the pages of others, confined and in its sandbox; throws BrowserOff, never starts without. */
export async function launchConfined(
  paths: BrowserPaths,
  dataDir: string,
  { uid }: { uid?: number } = {},
): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  const installed = findInstalledChromium(paths);
  const packaged = installed ? undefined : await unpackChromium();
  const executable = installed ?? packaged?.executable;
  if (!executable) throw new BrowserOff("missing");
  const confined = await confineBrowser({ executable, folders: paths.folders, dataDir, uid });
  try {
    const browser = await chromium.launch({
      executablePath: confined.program,
      ignoreDefaultArgs: true,
      args: [...confined.prefix, ...args, `--user-data-dir=${confined.home}/profile`],
      env: {
        HOME: confined.home,
        TMPDIR: confined.home,
        PATH: paths.folders,
        LC_ALL: "C.UTF-8",
        ...(packaged && { LD_LIBRARY_PATH: packaged.libraries, FONTCONFIG_FILE: packaged.fontConfig }),
      },
      timeout: startLimitMs,
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
    });
    browser.once("disconnected", () => void confined.remove().catch(() => undefined));
    return browser;
  } catch (cause) {
    await confined.remove().catch(() => undefined);
    throw new BrowserOff(reasonOf(cause), cause);
  }
}

/** What Chromium, setpriv and unshare say where the system refuses namespaces. */
const refusals = /sandbox|namespace|unshare|setpriv|Operation not permitted|mount:/i;

function reasonOf(cause: unknown): BrowserOff["reason"] {
  const said = cause instanceof Error ? cause.message : "";
  if (/ENOENT/.test(said)) return "missing";
  // The call itself is part of the message; only what the process wrote tells.
  const output = said.split("\n").filter((line) => line.includes("[err]") || /FATAL/.test(line));
  return output.some((line) => refusals.test(line)) ? "sandbox" : "failed";
}
