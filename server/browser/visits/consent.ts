import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { ForeignPage } from "../foreign-page.ts";

/** How long a layer may take to appear, and to be gone once somebody has declined. */
const appearMs = 2500;
const declineMs = 5000;

interface ConsentMessage {
  type: string;
  id?: string;
  code?: string;
}

const config = {
  enabled: true,
  autoAction: "optOut",
  disabledCmps: [],
  enablePrehide: true,
  enableCosmeticRules: true,
  enableGeneratedRules: true,
  detectRetries: 10,
  isMainWorld: false,
  prehideTimeout: 2000,
  enableHeuristicDetection: true,
  enablePopupMutationObserver: false,
  visualTest: false,
  heuristicMode: "reject",
  performanceLoggingEnabled: false,
  heuristicPopupSearchTimeout: 100,
  logs: {
    lifecycle: false,
    rulesteps: false,
    detectionsteps: false,
    evals: false,
    errors: false,
    messages: false,
    waits: false,
  },
};

let script: string | undefined;

/**
 * The rules and scripts of autoconsent (MPL-2.0, as its package has them), with messages that wait to be fetched: its
 * content script sends them to whatever it is embedded in.
 */
function consentScript(): string {
  if (script) return script;
  const require = createRequire(import.meta.url);
  const folder = path.dirname(require.resolve("@duckduckgo/autoconsent"));
  const content = readFileSync(path.join(folder, "autoconsent.playwright.js"), "utf8");
  const compact = readFileSync(require.resolve("@duckduckgo/autoconsent/rules/compact-rules.json"), "utf8");
  script = `(() => {
    if (globalThis.techcenterMessages) return;
    const waiting = [];
    let fetch;
    globalThis.techcenterMessages = (ms) => waiting.length > 0 ? waiting.shift() : new Promise((resolve) => {
      const timer = setTimeout(() => { fetch = undefined; resolve(null); }, ms);
      fetch = (message) => { clearTimeout(timer); fetch = undefined; resolve(message); };
    });
    globalThis.autoconsentSendMessage = async (message) => {
      if (message.type === "init") {
        setTimeout(() => globalThis.autoconsentReceiveMessage({
          type: "initResp", config: ${JSON.stringify(config)}, rules: { autoconsent: [], compact: ${compact} },
        }));
      } else if (fetch) fetch(message);
      else waiting.push(message);
    };
    ${content}
  })()`;
  return script;
}

/** Declines what asks for consent, where it can be declined, and hides what remains; never accepts. */
export async function dismissConsent(page: ForeignPage): Promise<void> {
  await page.evaluate(consentScript());
  let endsAt = performance.now() + appearMs;
  for (;;) {
    const leftMs = Math.round(endsAt - performance.now());
    if (leftMs <= 0) break;
    const message = await page.evaluate<ConsentMessage | null>(`techcenterMessages(${leftMs})`, leftMs + 1000);
    if (!message || message.type === "autoconsentDone" || message.type === "autoconsentError") break;
    if (message.type === "popupFound") endsAt = performance.now() + declineMs;
    if (message.type === "eval" && message.id) await answerEval(page, message.id, message.code ?? "");
  }
  await page.evaluate(hideLayers);
}

/** Some rules ask what the page's own scripts know; what they run is part of the package. */
async function answerEval(page: ForeignPage, id: string, code: string): Promise<void> {
  const answer = await page.raw.cdp.send("Runtime.evaluate", {
    expression: `(() => { try { return Boolean(${code}); } catch { return false; } })()`,
    returnByValue: true,
    timeout: 1000,
  });
  const message = { type: "evalResp", id, result: answer.result.value === true };
  await page.evaluate(`autoconsentReceiveMessage(${JSON.stringify(message)})`);
}

/** Layers that cannot be declined without a choice, and what they leave: a page that does not scroll, a veil. */
const hideLayers = `(() => {
  const known = [
    "#onetrust-consent-sdk", "#CybotCookiebotDialog", "#CybotCookiebotDialogBodyUnderlay", "#usercentrics-root",
    "#usercentrics-cmp-ui", "#BorlabsCookieBox", "#cmpwrapper", "#cmpbox", "#cmpbox2", "#cookiescript_injected",
    "#cmplz-cookiebanner-container", "#rcb-blocker", "#ccm-widget", ".klaro .cookie-notice", "#klaro", ".cc-window",
    "#iubenda-cs-banner", "#cookie-law-info-bar", "#cookie-notice", "#didomi-host", "#qc-cmp2-container",
    "#sp-cc", "#tarteaucitronRoot", "#axeptio_overlay", ".osano-cm-window", ".termly-styles-root",
    "[id*='cookie-banner' i]", "[class*='cookie-banner' i]", "[id*='cookieconsent' i]", "[class*='cookieconsent' i]",
    "[id*='consent-banner' i]", "[class*='consent-banner' i]", "[aria-label*='cookie' i][role='dialog']",
  ];
  const isLayer = (part) => ["fixed", "sticky", "absolute"].includes(getComputedStyle(part).position);
  for (const part of document.querySelectorAll(known.join(",")))
    if (isLayer(part) || part.children.length > 0 && [...part.children].some(isLayer))
      part.style.setProperty("display", "none", "important");
  for (const part of [document.documentElement, document.body])
    if (part && getComputedStyle(part).overflow === "hidden") part.style.setProperty("overflow", "visible", "important");
})()`;
