import type { LegalLevel, LegalSource } from "../../../../contract/legal/legal.ts";
import type { GatheredSite, ReadPage } from "../gathered.ts";
import {
  asFarAsSeen,
  type Found,
  foundAt,
  inapplicable,
  type LegalRule,
  nothing,
  type Outcome,
  unchecked,
} from "../rule.ts";

const security: LegalSource = {
  text: "§ 19 Abs. 4 TDDDG, Art. 32 DSGVO",
  url: "https://www.gesetze-im-internet.de/ttdsg/__19.html",
};

const forms: LegalRule = {
  id: "forms-https",
  group: "transport",
  source: security,
  title: "Verschlüsselung von Formularen",
  advice: "Seite und Ziel des Formulars auf https umstellen.",
  judge: (site) => {
    const found = new Map<string, Found>();
    for (const page of [...site.pages, ...site.linkedPages])
      for (const { action, selector } of page.facts.forms) {
        if (!isPlain(page.url) && !isPlain(action)) continue;
        // A form of the footer is one form, on however many pages it stands and whichever of them was read first.
        const sendsToItself = isPlain(page.url) && withoutFragment(action) === withoutFragment(page.url);
        const part = (sendsToItself ? selector : `${selector} ${action}`).slice(0, 300);
        const same = found.get(part);
        if (same) {
          same.evidence.links = [...new Set([...(same.evidence.links ?? []), page.url])].slice(0, 20);
          continue;
        }
        const text = isPlain(page.url)
          ? "Ein Formular steht auf einer Seite ohne Verschlüsselung."
          : `Ein Formular sendet unverschlüsselt an ${action}.`;
        const evidence = { selectors: [selector], links: [action, page.url] };
        found.set(part, foundAt(page.url, "bad", text, { part, evidence }));
      }
    return onPages(site, [...found.values()]);
  },
};

const maxFound = 30;

/** What was found on any of the pages. Where nothing but the start page may be read, nobody knows of the others. */
function onPages(site: GatheredSite, found: Found[], seenUrls: readonly string[] = []): Outcome {
  const { robots } = site;
  const read = readPagesOf(site);
  const lookedAt = found.length > maxFound ? [] : read && [...read, ...seenUrls];
  return {
    found: found.slice(0, maxFound),
    ...(lookedAt && { lookedAt }),
    ...(robots.state === "unreadable" && { unchecked: robots.reason }),
  };
}

/** The pages that were read and those that are gone; undefined where all were read to which links lead. */
function readPagesOf({ pages, linkedPages, legalPages, links, browser }: GatheredSite): string[] | undefined {
  const { broken, leftByRobots, leftByLimit, silent } = links;
  // Without the browser nobody knows the links that scripts write.
  const sawLinks = !("unavailable" in browser || browser.isCutOff);
  const readLegal = Object.values(legalPages).every(({ state }) => state !== "unchecked");
  if (sawLinks && readLegal && leftByRobots + leftByLimit + silent === 0) return undefined;
  return [...pages, ...linkedPages, ...broken].map(({ url }) => url);
}

const withoutFragment = (url: string) => url.replace(/#.*$/, "");
const isPlain = (url: string) => url.startsWith("http:");

const redirect: LegalRule = {
  id: "https-redirect",
  group: "transport",
  source: security,
  title: "Umleitung auf https",
  advice: "Anfragen ohne Verschlüsselung dauerhaft (301) auf https umleiten.",
  judge: ({ url, pages, plain }) => {
    const [start] = pages;
    if (start && isPlain(start.url))
      return { found: [foundAt(start.url, "bad", "Die Website läuft ohne Verschlüsselung.")] };
    if (plain.state === "closed") return nothing;
    if (plain.state === "unknown") return unchecked(`Der Abruf ohne Verschlüsselung ist gescheitert: ${plain.reason}`);
    const isLed = plain.location?.startsWith("https:") ?? false;
    if (isLed || plain.status === 404 || plain.status === 410) return nothing;
    if (plain.status >= 400) return unchecked(`Ohne Verschlüsselung antwortet nur Status ${plain.status}.`);
    const plainUrl = url.replace(/^https:/, "http:");
    return {
      found: [foundAt(plainUrl, "bad", `${plainUrl} antwortet ohne Umleitung auf https (Status ${plain.status}).`)],
    };
  },
};

const halfYear = 15_552_000;

const hsts: LegalRule = {
  id: "header-hsts",
  group: "transport",
  source: { text: "RFC 6797", url: "https://www.rfc-editor.org/rfc/rfc6797" },
  title: "HSTS (Strict-Transport-Security)",
  advice: "Strict-Transport-Security: max-age=31536000 senden, damit Browser nur noch verschlüsselt fragen.",
  judge: (site) =>
    onStart(site, (start) => {
      if (isPlain(start.url)) return inapplicable("Die Website läuft ohne Verschlüsselung.");
      const value = start.headers["strict-transport-security"];
      if (value === undefined) return missing(start, "Strict-Transport-Security", "warn");
      const age = Number(/max-age\s{0,3}=\s{0,3}"?(\d{1,12})/i.exec(value)?.[1] ?? 0);
      if (age >= halfYear) return nothing;
      const text = `Strict-Transport-Security gilt nur ${Math.round(age / 86_400)} Tage; üblich ist ein Jahr.`;
      return {
        found: [foundAt(start.url, "info", text, { evidence: { headers: [`strict-transport-security: ${value}`] } })],
      };
    }),
};

const csp: LegalRule = {
  id: "header-csp",
  group: "transport",
  source: { text: "Content Security Policy Level 3", url: "https://www.w3.org/TR/CSP3/" },
  title: "Content-Security-Policy",
  advice:
    "Eine Content-Security-Policy senden, die nur eigene und bekannte Quellen erlaubt; sie bremst eingeschleuste Skripte.",
  judge: (site) =>
    onStart(site, (start) => (policyOf(start) ? nothing : missing(start, "Content-Security-Policy", "warn"))),
};

/** A report-only policy blocks nothing. */
const policyOf = ({ headers }: ReadPage) => headers["content-security-policy"];

const framing: LegalRule = {
  id: "header-framing",
  group: "transport",
  source: { text: "CSP Level 3, frame-ancestors", url: "https://www.w3.org/TR/CSP3/#directive-frame-ancestors" },
  title: "Schutz vor Einbettung (Clickjacking)",
  advice: "frame-ancestors 'self' in der Content-Security-Policy oder X-Frame-Options: SAMEORIGIN senden.",
  judge: (site) =>
    onStart(site, (start) =>
      start.headers["x-frame-options"] || /(^|[;\s])frame-ancestors\s/i.test(policyOf(start) ?? "")
        ? nothing
        : missing(start, "X-Frame-Options oder frame-ancestors", "info"),
    ),
};

const nosniff: LegalRule = {
  id: "header-nosniff",
  group: "transport",
  source: {
    text: "Fetch Standard, X-Content-Type-Options",
    url: "https://fetch.spec.whatwg.org/#x-content-type-options-header",
  },
  title: "X-Content-Type-Options",
  advice: "X-Content-Type-Options: nosniff senden.",
  judge: (site) =>
    onStart(site, (start) =>
      start.headers["x-content-type-options"]?.trim().toLowerCase() === "nosniff"
        ? nothing
        : missing(start, "X-Content-Type-Options: nosniff", "info"),
    ),
};

const referrer: LegalRule = {
  id: "header-referrer",
  group: "transport",
  source: { text: "Referrer Policy", url: "https://www.w3.org/TR/referrer-policy/" },
  title: "Referrer-Policy",
  advice: "Referrer-Policy: strict-origin-when-cross-origin oder strenger senden.",
  judge: (site) =>
    onStart(site, (start) => {
      const value = start.headers["referrer-policy"];
      if (value === undefined) return missing(start, "Referrer-Policy", "info");
      if (!/unsafe-url|no-referrer-when-downgrade/i.test(value)) return nothing;
      const text = `Referrer-Policy „${value.slice(0, 100)}“ verrät anderen die ganze Adresse.`;
      return { found: [foundAt(start.url, "info", text, { evidence: { headers: [`referrer-policy: ${value}`] } })] };
    }),
};

function onStart({ pages: [start] }: GatheredSite, judge: (start: ReadPage) => Outcome): Outcome {
  return start ? judge(start) : unchecked("Die Startseite wurde nicht gelesen.");
}

const missing = ({ url, headers }: ReadPage, name: string, level: LegalLevel): Outcome => ({
  found: [
    foundAt(url, level, `${name} fehlt.`, {
      evidence: {
        headers: Object.entries(headers)
          .slice(0, 40)
          .map(([key, value]) => `${key}: ${value.slice(0, 200)}`),
      },
    }),
  ],
});

const mixed: LegalRule = {
  id: "mixed-content",
  group: "transport",
  source: { text: "Mixed Content", url: "https://www.w3.org/TR/mixed-content/" },
  title: "Unverschlüsselte Inhalte auf verschlüsselten Seiten",
  advice: "Die Adressen auf https umstellen; Browser laden solche Inhalte nicht oder warnen.",
  judge: (site) => {
    const { pages, linkedPages, browser } = site;
    const found = new Map<string, Found>();
    const add = (page: string, url: string) => {
      const shown = url.slice(0, 300);
      if (isPlain(page) || !isPlain(url) || isLoopback(url) || found.has(shown)) return;
      const text = `${shown} wird ohne Verschlüsselung geladen.`;
      found.set(shown, foundAt(page, "warn", text, { part: shown, evidence: { requests: [shown], links: [page] } }));
    };
    for (const { url, facts } of [...pages, ...linkedPages])
      for (const resource of facts.resources) add(url, resource.url);
    if (!("unavailable" in browser)) for (const request of browser.requests) add(browser.url, request.url);
    const outcome = onPages(site, [...found.values()], "unavailable" in browser ? [] : [browser.url]);
    return "unavailable" in browser ? { ...outcome, unchecked: browser.unavailable } : asFarAsSeen(browser, outcome);
  },
};

const isLoopback = (url: string) =>
  URL.canParse(url) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

export const transportRules: readonly LegalRule[] = [forms, redirect, hsts, csp, framing, nosniff, referrer, mixed];
