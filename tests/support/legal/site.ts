import type { BrowserRun, FoundLegalPage, GatheredSite, ReadPage } from "../../../server/lookups/legal/gathered.ts";
import { readPage } from "../../../server/lookups/legal/read-page.ts";

export const siteUrl = "https://amsel.example/";

const safeHeaders = {
  date: "Mon, 23 Nov 2026 09:00:00 GMT",
  "content-type": "text/html; charset=utf-8",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "content-security-policy": "default-src 'self'; frame-ancestors 'self'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
};

export const startHtml = `<!doctype html><html lang="de"><head><title>Amsel</title><link rel="stylesheet" href="/a.css"></head>
  <body><h1>Amsel &amp; Söhne</h1><form id="frage" action="/frage" method="post"><input name="mail"></form>
  <a href="/impressum">Impressum</a> <a href="/datenschutz">Datenschutz</a></body></html>`;
const imprintText = `Angaben gemäß § 5 DDG. Amsel & Söhne GmbH, Vogelweg 1, 20095 Hamburg. Vertreten durch Anna Amsel.
  Telefon 040 1234567, E-Mail post@amsel.example. Registergericht Hamburg, HRB 12345. USt-IdNr. DE123456789.`;
const privacyText = `Verantwortlich im Sinne der DSGVO ist die Amsel und Soehne GmbH. ${"Wir verarbeiten Daten nur nach § 25 TDDDG. ".repeat(30)}`;

export const page = (url: string, html: string, rest: Partial<ReadPage> = {}): ReadPage => ({
  url,
  status: 200,
  clicks: 0,
  headers: safeHeaders,
  facts: readPage(html, url),
  ...rest,
});
export const legalPage = (path: string, text: string): FoundLegalPage => ({
  state: "read",
  page: page(`https://amsel.example${path}`, `<title>Seite</title><p>${text}</p>`, { clicks: 1 }),
  linkText: "Seite",
  from: siteUrl,
});

export const aRun = (changes: Partial<BrowserRun> = {}): BrowserRun => ({
  url: siteUrl,
  requests: [{ url: siteUrl, type: "document", status: 200 }],
  cookies: [],
  axe: [],
  figures: { lcpMs: 1200, cls: 0.02, fcpMs: 800, ttfbMs: 200 },
  weightBytes: 900_000,
  isCutOff: false,
  ...changes,
});

/** A website at which nothing is wrong. */
export const aSite = (changes: Partial<GatheredSite> = {}): GatheredSite => ({
  url: siteUrl,
  kind: "company",
  lifecycle: "live",
  customerName: "Amsel & Söhne GmbH",
  pages: [page(siteUrl, startHtml)],
  legalPages: {
    imprint: legalPage("/impressum", imprintText),
    privacy: legalPage("/datenschutz", privacyText),
    accessibility: { state: "missing", lookedAt: 1 },
  },
  plain: { state: "answered", status: 301, location: siteUrl },
  robots: { state: "read", blocksAll: false, line: null },
  links: { checked: 3, broken: [], leftByRobots: 0, leftByLimit: 0, leftAsActions: 0, silent: 0 },
  linkedPages: [],
  browser: aRun(),
  ...changes,
});

export const imprint = (text: string): GatheredSite =>
  aSite({ legalPages: { ...aSite().legalPages, imprint: legalPage("/impressum", text) } });
export const privacy = (text: string): GatheredSite =>
  aSite({ legalPages: { ...aSite().legalPages, privacy: legalPage("/datenschutz", text) } });
/** The sample imprint with a word of it replaced. */
export const imprintWith = (from: string, to: string): GatheredSite => imprint(imprintText.replace(from, to));
export const privacyWith = (from: string, to: string): GatheredSite => privacy(privacyText.replaceAll(from, to));
export const withRun = (changes: Partial<BrowserRun>): GatheredSite => aSite({ browser: aRun(changes) });
/** With other HTML, or other headers where undefined takes one away. */
export const withStart = (
  html: string = startHtml,
  {
    headers = {},
    url = siteUrl,
    ...site
  }: Partial<GatheredSite> & { headers?: Record<string, string | undefined> } = {},
): GatheredSite => {
  const kept = Object.entries({ ...safeHeaders, ...headers }).filter(([, value]) => value !== undefined);
  return aSite({
    ...site,
    url,
    pages: [page(url, html, { headers: Object.fromEntries(kept) as Record<string, string> })],
  });
};
