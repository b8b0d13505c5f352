import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { ForeignDocument, ForeignPage } from "../foreign-page.ts";

/** How long a layer may take to appear, and to be gone once somebody has declined. */
const appearMs = 2500;
const declineMs = 5000;
/** All rules have been tried once after so many attempts; how long the last one of them may take. */
const fullAttempts = 2;
const quietMs = 700;
/** How long one question to a document waits, and how long a busy one may take to answer it. */
const pollMs = 500;
const answerMs = 3000;
const maxDocuments = 8;

interface ConsentMessage {
  type: string;
  id?: string;
  code?: string;
  /** Of a report. */
  state?: { findCmpAttempts?: number };
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

/** What the documents of a page have said so far, and until when others may. */
interface Talk {
  endsAt: number;
  /** Into how many documents the script is still being brought, which cannot have said anything yet. */
  entering: number;
  hasDetected: boolean;
  hasFound: boolean;
}

/**
 * Declines what asks for consent, where it can be declined, and hides what remains; never accepts. Returns whether there
 * was anything of that kind.
 */
export async function dismissConsent(page: ForeignPage): Promise<boolean> {
  await page.evaluate(consentScript());
  const talk: Talk = { endsAt: performance.now() + appearMs, entering: 0, hasDetected: false, hasFound: false };
  const entered = new Set<string>();
  const inside: Promise<void>[] = [];
  while (isOpen(talk)) {
    for (const child of await page.childDocuments()) {
      if (entered.has(child.id) || entered.size >= maxDocuments) continue;
      entered.add(child.id);
      // A layer goes with its document; the page itself says whether it goes on.
      inside.push(talkWith(child, talk).catch(() => undefined));
    }
    const message = await nextMessage(page, talk);
    if (message) hear(talk, message);
    if (message?.type === "report" && (message.state?.findCmpAttempts ?? 0) >= fullAttempts && !talk.hasDetected)
      talk.endsAt = Math.min(talk.endsAt, performance.now() + quietMs);
    if (message?.type === "eval" && message.id) await answerEval(page, message.id, message.code ?? "");
  }
  await Promise.all(inside);
  const hasHidden = await page.evaluate<boolean>(hideLayers);
  return talk.hasFound || hasHidden;
}

const isOpen = ({ endsAt, entering }: Talk) => entering > 0 || performance.now() < endsAt;

/** What the scripts of a document inside of the page say; what asks the page's own scripts gets no for an answer. */
async function talkWith(document: ForeignDocument, talk: Talk): Promise<void> {
  talk.entering += 1;
  try {
    await document.evaluate(consentScript());
    // It begins to look only now, whatever the page itself has said until then.
    talk.endsAt = Math.max(talk.endsAt, performance.now() + quietMs);
  } finally {
    talk.entering -= 1;
  }
  while (isOpen(talk)) {
    const message = await nextMessage(document, talk);
    if (message) hear(talk, message);
    if (message?.type === "eval" && message.id) await sendAnswer(document, message.id, false);
  }
}

/** The next message, or null after a moment: other documents may have ended the talk meanwhile. */
function nextMessage(document: ForeignDocument, { endsAt, entering }: Talk): Promise<ConsentMessage | null> {
  const leftMs = entering > 0 ? pollMs : Math.round(endsAt - performance.now());
  const waitMs = Math.max(1, Math.min(pollMs, leftMs));
  return document.evaluate<ConsentMessage | null>(`techcenterMessages(${waitMs})`, waitMs + answerMs);
}

function hear(talk: Talk, { type }: ConsentMessage): void {
  const now = performance.now();
  if (type === "cmpDetected") {
    talk.hasDetected = true;
    talk.endsAt = Math.max(talk.endsAt, now + appearMs);
  }
  if (type === "popupFound") {
    talk.hasFound = true;
    talk.endsAt = now + declineMs;
  }
  if (type === "autoconsentDone" || type === "autoconsentError") talk.endsAt = now;
}

/** Some rules ask what the page's own scripts know; what they run is part of the package. */
async function answerEval(page: ForeignPage, id: string, code: string): Promise<void> {
  const answer = await page.raw.cdp.send("Runtime.evaluate", {
    expression: `(() => { try { return Boolean(${code}); } catch { return false; } })()`,
    returnByValue: true,
    timeout: 1000,
  });
  await sendAnswer(page, id, answer.result.value === true);
}

async function sendAnswer(document: ForeignDocument, id: string, result: boolean): Promise<void> {
  await document.evaluate(`autoconsentReceiveMessage(${JSON.stringify({ type: "evalResp", id, result })})`);
}

/** Layers that cannot be declined without a choice, and what they leave: a page that does not scroll, a veil. */
const hideLayers = `(() => {
  const known = [
    "#onetrust-consent-sdk", "#CybotCookiebotDialog", "#CybotCookiebotDialogBodyUnderlay", "#usercentrics-root",
    "#usercentrics-cmp-ui", "#BorlabsCookieBox", "#cmpwrapper", "#cmpbox", "#cmpbox2", "#cookiescript_injected",
    "#cmplz-cookiebanner-container", "#rcb-blocker", "#ccm-widget", ".klaro .cookie-notice", "#klaro", ".cc-window",
    "#iubenda-cs-banner", "#cookie-law-info-bar", "#cookie-notice", "#didomi-host", "#qc-cmp2-container",
    "#sp-cc", "[id^='sp_message_container_']", "#truste-consent-track", ".truste_overlay", ".truste_box_overlay",
    "#trustarc-banner-overlay", "iframe[src*='consent.trustarc.com']", "#tarteaucitronRoot", "#axeptio_overlay", ".osano-cm-window", ".termly-styles-root",
    "[id*='cookie-banner' i]", "[class*='cookie-banner' i]", "[id*='cookieconsent' i]", "[class*='cookieconsent' i]",
    "[id*='consent-banner' i]", "[class*='consent-banner' i]", "[aria-label*='cookie' i][role='dialog']",
  ];
  const isLayer = (part) => ["fixed", "sticky", "absolute"].includes(getComputedStyle(part).position);
  let hasHidden = false;
  for (const part of document.querySelectorAll(known.join(","))) {
    if (!isLayer(part) && ![...part.children].some(isLayer)) continue;
    hasHidden ||= getComputedStyle(part).display !== "none";
    part.style.setProperty("display", "none", "important");
  }
  for (const part of [document.documentElement, document.body])
    if (part && getComputedStyle(part).overflow === "hidden") part.style.setProperty("overflow", "visible", "important");
  return hasHidden;
})()`;
