import type { OutgoingHttpHeaders } from "node:http";
import { escapeHtml } from "../../../contract/document/html.ts";
import { hashOf } from "../tempo.ts";
import { drawPage, plainStyle } from "./designs.ts";

/** What a website of the sample agency is, as far as its own server has to know. */
export interface DemoSite {
  company: string;
  street: string;
  locality: string;
  phone: string;
  email: string;
  isShop: boolean;
  cms: string | null;
  cmsVersion: string | null;
  phpVersion: string | null;
  slogan?: string;
  /** What the Impressum says besides. */
  imprintLines?: readonly string[];
  /** Nothing is shown to whoever has not signed in. */
  asksForSignIn?: true;
}

export interface SiteAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

/** What is wrong with a website, the same for the same name every time; many have nothing. */
function faultsOf(name: string) {
  const hash = hashOf(`${name} faults`);
  return {
    loadsFonts: hash % 3 === 0,
    tracks: hash % 7 === 0,
    namesOldLaw: hash % 5 === 0,
    lacksPrivacy: hash % 17 === 0,
    isUnguarded: hash % 4 !== 1,
    hasDeadLink: hash % 6 === 0,
    asksConsent: hash % 2 === 0,
    hasBareSearch: hash % 8 === 3,
  };
}

const slogans = [
  "Schön, dass Sie da sind",
  "Gute Arbeit spricht sich herum",
  "Mit Sorgfalt gemacht",
  "Wir sind für Sie da",
  "Aus der Region, für die Region",
  "Seit drei Generationen",
  "Einfach gut beraten",
  "Ideen, die bleiben",
];
const topics = ["Leistungen", "Über uns", "Referenzen", "Aktuelles", "Team", "Anfahrt", "Karriere"];
const goods = ["Neuheiten", "Klassiker", "Geschenke", "Angebote"];

/** What the start page of a name shows. */
export function shownOf(name: string, { company, isShop, slogan }: DemoSite) {
  const hash = hashOf(name);
  const chosen = isShop ? goods : [0, 1, 2, 3].map((at) => topics[(hash + at * 2) % topics.length] ?? "");
  return { company, isShop, topics: chosen, slogan: slogan ?? slogans[hash % slogans.length] ?? "" };
}

/** How the systems of the sample agency show themselves in the source of their pages. */
const traces: Readonly<Record<string, (version: string) => string>> = {
  WordPress: (version) =>
    `<meta name="generator" content="WordPress ${version}"><script defer src="/wp-includes/js/jquery/jquery.min.js?ver=3.7.1"></script><script defer src="/wp-content/plugins/contact-form-7/includes/js/index.js?ver=6.0.1"></script>`,
  TYPO3: (version) => `<meta name="generator" content="${`TYPO3 CMS ${version}`.trim()}">`,
  Contao: () => `<meta name="generator" content="Contao Open Source CMS">`,
  Shopware: () => `<script defer src="/theme/a1b2/js/storefront/storefront.js"></script>`,
  Joomla: () => `<meta name="generator" content="Joomla! - Open Source Content Management">`,
};

/** Declining takes it away, as the layers of real websites do; it hides nothing from whoever declines. */
const consentLayer = `<div id="cookie-banner" role="dialog" aria-label="Cookie-Einstellungen" style="position:fixed;inset:auto 0 0;background:#fff;color:#22252b;box-shadow:0 0 30px #0004;padding:26px 5vw;display:flex;flex-wrap:wrap;gap:16px;align-items:center;z-index:9"><p style="flex:1">Wir verwenden Cookies, um unsere Website zu verbessern.</p><button onclick="this.parentNode.remove()">Alle ablehnen</button><button onclick="this.parentNode.remove()">Alle akzeptieren</button></div>`;

/** Where somebody is sent who comes without HTTPS; undefined for the few that answer there. */
export const securely = (name: string, url: string): string | undefined =>
  hashOf(`${name} plain`) % 9 === 0 ? undefined : `https://${name}${url}`;

/** The answer of a website of the sample agency to a path. */
export function answerOf(name: string, url: string, site: DemoSite): SiteAnswer {
  const path = url.replace(/[?#].*$/, "");
  const faults = faultsOf(name);
  const headers: OutgoingHttpHeaders = {
    "content-type": "text/html; charset=utf-8",
    server: hashOf(name) % 3 === 0 ? "Apache" : "nginx",
    ...(site.phpVersion && { "x-powered-by": `PHP/${site.phpVersion}` }),
    ...(!faults.isUnguarded && {
      "strict-transport-security": "max-age=31536000",
      "content-security-policy": "frame-ancestors 'self'; object-src 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
    }),
  };
  const page = (title: string, body: string, status = 200): SiteAnswer => ({
    status,
    headers,
    body: frame(title, `<main class="text">${body}</main>${footer(faults)}`, `<style>${plainStyle(name)}</style>`),
  });
  if (path === "/") return { status: 200, headers, body: startPage(name, site) };
  if (path === "/impressum") return page("Impressum", imprint(site, faults.namesOldLaw));
  if (path === "/datenschutz" && !faults.lacksPrivacy) return page("Datenschutz", privacy(site, faults.namesOldLaw));
  if (path === "/robots.txt")
    return { status: 200, headers: { "content-type": "text/plain" }, body: "User-agent: *\nAllow: /\n" };
  if (/\.(?:js|css)$/.test(path)) return { status: 200, headers: { "content-type": "text/javascript" }, body: "" };
  return page("Nicht gefunden", "<h1>Nicht gefunden</h1><p>Diese Seite gibt es nicht.</p>", 404);
}

/** The cookie of a measurement that asks nobody. */
export const trackingCookie = `<script>document.cookie = "_ga=GA1.1.20260601; max-age=34128000; path=/"</script>`;
/** A field without a label, which nobody who listens to the page can tell from another. */
export const bareSearch = `<form action="/"><input type="search" name="q"></form>`;

const signIn = `<main class="text"><h1>Kundenportal</h1><form method="post" action="/"><p><label>E-Mail <input type="email" name="email"></label></p><p><label>Passwort <input type="password" name="password"></label></p><p><button>Anmelden</button></p></form></main>`;

function startPage(name: string, site: DemoSite): string {
  const faults = faultsOf(name);
  if (site.asksForSignIn)
    return frame(site.company, `${signIn}${footer(faults)}`, `<style>${plainStyle(name)}</style>`);
  const { css, body } = drawPage(name, shownOf(name, site));
  const head = [
    site.cms ? (traces[site.cms]?.(site.cmsVersion ?? "") ?? "") : "",
    faults.loadsFonts ? `<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Inter">` : "",
    faults.tracks
      ? `<script async src="https://www.googletagmanager.com/gtag/js?id=G-BEISPIEL"></script>${trackingCookie}`
      : "",
    `<meta name="description" content="${escapeHtml(site.company)}"><style>${css}</style>`,
  ].join("");
  const layer = faults.asksConsent ? consentLayer : "";
  const search = faults.hasBareSearch ? bareSearch : "";
  return frame(site.company, `<main>${body}${search}</main>${footer(faults)}${layer}`, head);
}

function footer({ hasDeadLink, lacksPrivacy }: ReturnType<typeof faultsOf>): string {
  const links = [
    `<a href="/impressum">Impressum</a>`,
    ...(lacksPrivacy ? [] : [`<a href="/datenschutz">Datenschutz</a>`]),
    ...(hasDeadLink ? [`<a href="/downloads/preisliste">Preisliste</a>`] : []),
  ];
  return `<footer>${links.join("")}</footer>`;
}

function imprint({ company, street, locality, phone, email, imprintLines = [] }: DemoSite, isOld: boolean): string {
  const postalAddress = [company, street, locality].map(escapeHtml).join("<br>");
  return `<h1>Impressum</h1><p>Angaben gemäß § 5 ${isOld ? "TMG" : "DDG"}</p><p>${postalAddress}</p><p>Telefon: ${escapeHtml(phone)}</p><p>E-Mail: <a href="mailto:${email}">${email}</a></p>${imprintLines.map((line) => `<p>${escapeHtml(line)}</p>`).join("")}`;
}

function privacy({ company, email }: DemoSite, isOld: boolean): string {
  return `<h1>Datenschutz</h1><p>Verantwortlich für die Verarbeitung personenbezogener Daten auf dieser Website ist ${escapeHtml(company)}, erreichbar unter ${email}.</p><p>Auf Ihrem Gerät speichern wir nur, was nach § 25 Abs. 2 ${isOld ? "TTDSG" : "TDDDG"} unbedingt erforderlich ist.</p><p>Rufen Sie unsere Seiten auf, verarbeitet der Server Ihre IP-Adresse und den Zeitpunkt, um die Seite auszuliefern und Angriffe zu erkennen (Art. 6 Abs. 1 Buchst. f DSGVO). Diese Angaben löschen wir nach sieben Tagen. Schreiben Sie uns, verwenden wir Ihre Angaben nur, um zu antworten.</p><p>Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung der Verarbeitung und Datenübertragbarkeit, das Recht auf Widerspruch und das Recht, sich bei einer Aufsichtsbehörde zu beschweren.</p>`;
}

const frame = (title: string, body: string, head: string) =>
  `<!doctype html>\n<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>${head}</head>\n<body>${body}</body></html>\n`;
