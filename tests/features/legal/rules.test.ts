import { describe, expect, it } from "vitest";
import { legalGroups, legalLevels } from "../../../contract/legal/legal.ts";
import { co2Mg } from "../../../server/lookups/legal/carbon.ts";
import type { FoundLegalPage, GatheredSite } from "../../../server/lookups/legal/gathered.ts";
import { isNamedIn } from "../../../server/lookups/legal/names.ts";
import { judgeSite, legalRules } from "../../../server/lookups/legal/rules.ts";
import { consentToolOf, vendorOf, vendors } from "../../../server/lookups/legal/vendors.ts";
import {
  aSite,
  imprint,
  imprintWith,
  legalPage,
  page,
  privacy,
  privacyWith,
  siteUrl,
  startHtml,
  withRun,
  withStart,
} from "../../support/legal/site.ts";

interface Fixtures {
  /** What the rule has to find. */
  wrong: GatheredSite[];
  /** What looks like it and is none. */
  near: GatheredSite[];
}

const asking = (...urls: string[]) =>
  withRun({ requests: [siteUrl, ...urls].map((url) => ({ url, type: "script", status: 200 })) });
const withCookie = (name: string, domain = "amsel.example", days: number | null = 400) =>
  withRun({ cookies: [{ name, domain, days }] });
const figure = (changes: object) => withRun({ figures: { lcpMs: 900, cls: 0, fcpMs: 500, ttfbMs: 100, ...changes } });
const without = (header: string) => withStart(startHtml, { headers: { [header]: undefined } });
const broken = {
  state: "broken",
  url: `${siteUrl}weg`,
  linkText: "Weg",
  from: siteUrl,
  reason: "Status 404.",
} as const;
const missing = { state: "missing", lookedAt: 4 } as const;
const { legalPages, links } = aSite();
const linked = (html: string) => aSite({ linkedPages: [page(`${siteUrl}kontakt`, html)] });
const contactForm = '<form id="kontakt" action="http://amsel.example/senden"><input name="mail"></form>';
const violation = {
  id: "image-alt",
  impact: "critical",
  help: "Bilder brauchen Text",
  helpUrl: "https://dequeuniversity.com/",
} as const;

const vendorFixtures = Object.fromEntries(
  vendors
    .filter(({ use }) => use !== "consent")
    .map(({ id, at }): [string, Fixtures] => [
      `third-party-${id}`,
      {
        wrong: at.map((pattern) => asking(`https://${pattern.includes("/") ? pattern : `${pattern}/a.js`}`)),
        near: [
          asking(...at.map((pattern) => `https://${pattern.split("/")[0]}.amsel.example/a.js`)),
          asking(...at.map((pattern) => `https://amsel.example/proxy/${pattern}`)),
          asking(...at.map((pattern) => `https://nicht-${pattern.split("/")[0]?.split(".").slice(-2).join(".")}/a.js`)),
        ],
      },
    ]),
);

const fixtures: Readonly<Record<string, Fixtures>> = {
  ...vendorFixtures,
  "third-party-other": {
    wrong: [asking("https://werbung.example.net/pixel.gif")],
    near: [
      asking("https://static.amsel.example/a.js", "data:image/gif;base64,AA", "https://consent.cookiebot.com/uc.js"),
    ],
  },
  "cookies-tracking": {
    wrong: ["_ga", "_ga_ABC123", "_fbp", "_hjSessionUser_1", "_clck", "_pk_id.1.abcd"].map((name) => withCookie(name)),
    near: ["_gallery", "PHPSESSID", "hj", "_pk", "my_ga"].map((name) => withCookie(name, "amsel.example", null)),
  },
  "cookies-foreign": {
    wrong: [withCookie("seen", ".werbung.example.net")],
    near: [withCookie("seen", ".shop.amsel.example"), withCookie("IDE", ".doubleclick.net")],
  },
  "cookies-unknown": {
    wrong: [withCookie("besucher")],
    near: [withCookie("besucher", "amsel.example", null), withCookie("cookieconsent_status"), withCookie("lang")],
  },
  "imprint-reachable": {
    wrong: [missing, broken].map((state) => aSite({ legalPages: { ...legalPages, imprint: state } })),
    near: [aSite({ legalPages: { ...legalPages, privacy: missing } })],
  },
  "imprint-content": {
    wrong: [imprint("Amsel und Söhne post@amsel.example")],
    near: [imprintWith("Vertreten durch Anna Amsel.", "")],
  },
  "imprint-names-customer": {
    wrong: [imprintWith("Amsel & Söhne GmbH", "Drossel AG"), imprintWith("Amsel & Söhne GmbH", "Amselfeld und Söhne")],
    near: [imprintWith("Amsel & Söhne GmbH", "AMSEL UND SOEHNE"), { ...imprint("x".repeat(200)), customerName: null }],
  },
  "imprint-contact": {
    wrong: [imprintWith("post@amsel.example", "siehe Formular")],
    near: [imprintWith("post@amsel.example", "post (at) amsel.example")],
  },
  "privacy-reachable": {
    wrong: [missing, broken].map((state) => aSite({ legalPages: { ...legalPages, privacy: state } })),
    near: [aSite({ legalPages: { ...legalPages, imprint: missing } })],
  },
  "privacy-content": {
    wrong: [privacy("Amsel und Söhne: folgt.")],
    near: [privacy(`Amsel und Söhne ${"a".repeat(600)}`)],
  },
  "privacy-names-customer": {
    wrong: [privacyWith("Amsel und Soehne GmbH", "Drossel AG")],
    near: [privacyWith("Amsel und Soehne GmbH", "Amsel &amp; Söhne")],
  },
  "outdated-tmg": {
    wrong: [
      imprintWith("§ 5 DDG", "§ 5 TMG"),
      imprintWith("§ 5 DDG", "dem Telemediengesetz"),
      ...[
        "§§ 7 Abs. 1 TMG",
        "§ 5 (1) TMG",
        "§5TMG",
        "§ 5 I TMG",
        "§ 5 Abs. 1 Nr. 2 lit. a TMG Amsel GmbH",
        "§§ 8 bis 10 TMG",
        "§ 5 und § 6 TMG",
        "den Vorschriften des TMG",
        "gemäß TMG: Amsel",
        "i.S.d. TMG",
        "TMG § 5",
      ].map((text) => imprintWith("gemäß § 5 DDG", text)),
    ],
    near: [
      imprintWith("§ 5 DDG", "§ 5 DDG (früher § 5 TMG)"),
      ...["TMG Treuhand", "die TMG GmbH", "nach Angaben der TMG", "das TMG-Team", "HTMG", "§ 5 DDG durch die TMG"].map(
        (text) => imprintWith("Anna Amsel", text),
      ),
      imprintWith("§ 5 DDG", "gemäß TMG GmbH"),
    ],
  },
  "outdated-ttdsg": {
    wrong: [privacyWith("TDDDG", "TTDSG")],
    near: [privacyWith("TDDDG", "TDDDG"), privacyWith("§ 25 TDDDG. ", "")],
  },
  "outdated-rstv": {
    wrong: [imprintWith("Registergericht", "Verantwortlich nach § 55 Abs. 2 RStV. Registergericht")],
    near: [imprintWith("Registergericht", "Verantwortlich nach § 18 Abs. 2 MStV. Registergericht")],
  },
  "outdated-odr": {
    wrong: [imprintWith("Registergericht", "https://ec.europa.eu/consumers/odr Registergericht")],
    near: [imprintWith("Registergericht", "Die OS-Plattform wurde eingestellt. Registergericht")],
  },
  "accessibility-statement": {
    wrong: [aSite({ kind: "shop" }), withStart(`${startHtml}<a href="/warenkorb/">Warenkorb</a>`)],
    near: [
      withStart(`${startHtml}<a href="/warenkorbschleifer">Körbe</a>`),
      aSite({ kind: "shop", legalPages: { ...legalPages, accessibility: legalPage("/barrierefreiheit", "Stand") } }),
    ],
  },
  axe: { wrong: [withRun({ axe: [{ ...violation, selectors: ["img"], count: 1 }] })], near: [withRun({ axe: [] })] },
  "forms-https": {
    wrong: [
      withStart(startHtml.replace('"/frage"', '"http://amsel.example/frage"')),
      withStart(startHtml, { url: "http://amsel.example/" }),
      linked(contactForm),
    ],
    near: [withStart(startHtml.replace('"/frage"', '"https://formular.example/?to=http://x"'))],
  },
  "https-redirect": {
    wrong: [
      aSite({ plain: { state: "answered", status: 200, location: null } }),
      withStart(startHtml, { url: "http://amsel.example/" }),
    ],
    near: [aSite({ plain: { state: "closed" } }), aSite({ plain: { state: "answered", status: 404, location: null } })],
  },
  "header-hsts": {
    wrong: [
      without("strict-transport-security"),
      withStart(startHtml, { headers: { "strict-transport-security": "max-age=300" } }),
    ],
    near: [withStart(startHtml, { headers: { "strict-transport-security": 'max-age = "15552000"' } })],
  },
  "header-csp": {
    wrong: [
      withStart(startHtml, {
        headers: { "content-security-policy": undefined, "content-security-policy-report-only": "default-src 'self'" },
      }),
    ],
    near: [withStart(startHtml, { headers: { "content-security-policy": "upgrade-insecure-requests" } })],
  },
  "header-framing": {
    wrong: [
      withStart(startHtml, {
        headers: { "content-security-policy": "default-src 'self' https://frame-ancestors.example" },
      }),
    ],
    near: [
      withStart(startHtml, { headers: { "content-security-policy": "default-src 'self'", "x-frame-options": "DENY" } }),
    ],
  },
  "header-nosniff": {
    wrong: [
      without("x-content-type-options"),
      withStart(startHtml, { headers: { "x-content-type-options": "sniff" } }),
    ],
    near: [withStart(startHtml, { headers: { "x-content-type-options": " NoSniff" } })],
  },
  "header-referrer": {
    wrong: [without("referrer-policy"), withStart(startHtml, { headers: { "referrer-policy": "unsafe-url" } })],
    near: [withStart(startHtml, { headers: { "referrer-policy": "no-referrer" } })],
  },
  "mixed-content": {
    wrong: [
      withStart(`${startHtml}<img src="http://amsel.example/a.png">`),
      asking("http://amsel.example/b.js"),
      linked('<img src="http://amsel.example/c.png">'),
    ],
    near: [
      withStart(
        `${startHtml}<a href="http://drossel.example/">Links laden nichts</a><img src="//amsel.example/a.png">`,
      ),
    ],
  },
  noindex: {
    wrong: [
      withStart(`${startHtml}<meta name="robots" content="noindex, follow">`),
      withStart(startHtml, { headers: { "x-robots-tag": "googlebot: noindex" } }),
    ],
    near: [
      withStart(`${startHtml}<meta name="robots" content="index, noimageindex">`),
      withStart(`${startHtml}<meta name="robots" content="max-image-preview:none, max-snippet:-1">`),
      withStart(startHtml, { headers: { "x-robots-tag": "bingbot: noindex\nmax-image-preview: none" } }),
      withStart(`${startHtml}<meta name="robots" content="noindex">`, { lifecycle: "relaunch" }),
    ],
  },
  "robots-blocks": {
    wrong: [aSite({ robots: { state: "read", blocksAll: true, line: "Disallow: /" } })],
    near: [
      aSite({ robots: { state: "none", reason: "Status 404" } }),
      aSite({ lifecycle: "relaunch", robots: { state: "read", blocksAll: true, line: "Disallow: /" } }),
    ],
  },
  "broken-links": {
    wrong: [aSite({ links: { ...links, broken: [{ ...broken, text: "Weg" }] } })],
    near: [aSite({ links: { ...links, leftByLimit: 9 } })],
  },
  "vitals-lcp": { wrong: [figure({ lcpMs: 2501 }), figure({ lcpMs: 4100 })], near: [figure({ lcpMs: 2500 })] },
  "vitals-cls": { wrong: [figure({ cls: 0.11 })], near: [figure({ cls: 0.1 })] },
  "vitals-ttfb": { wrong: [figure({ ttfbMs: 900 })], near: [figure({ ttfbMs: 800 })] },
  "page-weight": { wrong: [withRun({ weightBytes: 3_100_000 })], near: [withRun({ weightBytes: 2_999_999 })] },
  co2: { wrong: [withRun({ weightBytes: 4_000_000 })], near: [withRun({ weightBytes: 3_000_000 })] },
};

const foundBy = (id: string, site: GatheredSite) => judgeSite(site).findings.filter(({ rule }) => rule === id);

describe("each rule", () => {
  it("has fixtures, a source to read and advice", () => {
    expect(Object.keys(fixtures).toSorted()).toEqual(legalRules.map(({ id }) => id).toSorted());
    for (const { source, advice, group } of legalRules) {
      expect(source.url).toMatch(/^https:\/\//);
      expect(advice.length).toBeGreaterThan(10);
      expect(Object.keys(legalGroups)).toContain(group);
    }
  });

  it.each(legalRules.map(({ id }) => id))("%s finds what is wrong, and nothing in what only looks like it", (id) => {
    expect(foundBy(id, aSite())).toEqual([]);
    for (const site of fixtures[id]?.wrong ?? []) {
      const found = foundBy(id, site);
      expect(found.length).toBeGreaterThan(0);
      for (const { text, page: at, level } of found) {
        expect(Object.keys(legalLevels)).toContain(level);
        expect(text).not.toMatch(/undefined|null|NaN/);
        expect(URL.canParse(at)).toBe(true);
      }
      expect(new Set(found.map(({ part }) => part)).size).toBe(found.length);
    }
    for (const site of fixtures[id]?.near ?? []) expect(foundBy(id, site)).toEqual([]);
  });
});

describe("what nobody could look at", () => {
  it("is not checkable, and never without findings", () => {
    const { rules, findings } = judgeSite(aSite({ browser: { unavailable: "Kein Browser." } }));
    expect(findings).toEqual([]);
    for (const id of ["third-party-google-fonts", "cookies-tracking", "axe", "page-weight", "mixed-content"])
      expect(rules[id]).toEqual({ state: "unchecked", reason: "Kein Browser." });
    expect(rules["header-hsts"]?.state).toBe("ok");
  });

  it("may still be proven wrong by what is there", () => {
    const site = { ...withStart(startHtml, { headers: { "set-cookie": "a=1\n_ga=GA1.2; Max-Age=63072000; Path=/" } }) };
    const { rules, findings } = judgeSite({ ...site, browser: { unavailable: "Kein Browser." } });
    expect(findings).toMatchObject([
      { rule: "cookies-tracking", evidence: { cookies: ["_ga · amsel.example · 730 Tage"] } },
    ]);
    expect(rules["cookies-tracking"]?.state).toBe("unchecked");
  });

  it("covers the pages that robots.txt keeps closed or that did not load", () => {
    const unread = { state: "unchecked", reason: "Hat nicht geladen." } as const;
    const { rules } = judgeSite(aSite({ legalPages: { imprint: unread, privacy: unread, accessibility: unread } }));
    const ids = ["imprint-reachable", "imprint-names-customer", "privacy-content", "outdated-tmg"];
    for (const id of ids) expect(rules[id]).toEqual({ state: "unchecked", reason: unread.reason });
    for (const left of ["leftByRobots", "leftByLimit", "leftAsActions", "silent"]) {
      const closed = judgeSite(aSite({ links: { ...links, checked: 0, [left]: 5 } }));
      expect(closed.rules["broken-links"]?.state).toBe("unchecked");
    }
  });

  it("lies behind the end of a page that was cut off, but for what is proven already", () => {
    const { rules } = judgeSite(withRun({ isCutOff: true, weightBytes: 40_000_000 }));
    for (const id of ["third-party-matomo-cloud", "cookies-foreign", "axe", "vitals-cls", "mixed-content"])
      expect(rules[id]?.state).toBe("unchecked");
    expect(rules["page-weight"]?.state).toBe("found");
    expect(rules["header-hsts"]?.state).toBe("ok");
  });

  it("covers a robots.txt and a port without encryption that said nothing", () => {
    const { rules } = judgeSite(
      aSite({
        robots: { state: "unreadable", reason: "robots.txt antwortet mit Status 503." },
        plain: { state: "unknown", reason: "Die Gegenstelle hat nicht rechtzeitig geantwortet." },
      }),
    );
    expect(rules["robots-blocks"]).toEqual({ state: "unchecked", reason: "robots.txt antwortet mit Status 503." });
    expect(rules["https-redirect"]).toMatchObject({
      state: "unchecked",
      reason: "Der Abruf ohne Verschlüsselung ist gescheitert: Die Gegenstelle hat nicht rechtzeitig geantwortet.",
    });
    const refused = judgeSite(aSite({ plain: { state: "answered", status: 503, location: null } }));
    expect(refused.rules["https-redirect"]?.state).toBe("unchecked");
  });

  it("covers legal pages that only scripts write", () => {
    const shell = {
      ...legalPage("/impressum", ""),
      page: page(`${siteUrl}impressum`, '<div id="app"></div><script src="/app.js"></script>'),
    };
    const { rules, findings } = judgeSite(aSite({ legalPages: { ...legalPages, imprint: shell as FoundLegalPage } }));
    for (const id of ["imprint-content", "imprint-names-customer", "imprint-contact", "outdated-tmg"])
      expect(rules[id]).toMatchObject({ state: "unchecked", reason: expect.stringContaining("durch Skripte") });
    expect(rules["privacy-content"]?.state).toBe("ok");
    expect(findings).toEqual([]);
  });

  it("is no law that an imprint names which is not there", () => {
    const rulesOf = (imprint: FoundLegalPage, privacy: FoundLegalPage) =>
      judgeSite(aSite({ legalPages: { ...legalPages, imprint, privacy } })).rules;
    expect(rulesOf(missing, broken)["outdated-tmg"]?.state).toBe("inapplicable");
    expect(rulesOf(legalPages.imprint, missing)["outdated-tmg"]?.state).toBe("ok");
  });

  it("is another thing than what does not apply", () => {
    expect(judgeSite(aSite({ customerName: null })).rules["imprint-names-customer"]?.state).toBe("inapplicable");
    expect(judgeSite(aSite()).rules["accessibility-statement"]?.state).toBe("inapplicable");
  });
});

it("names a form that stands on several pages once, with the pages", () => {
  const linkedPages = ["kontakt", "termin"].map((path) => page(`${siteUrl}${path}`, contactForm));
  expect(judgeSite(aSite({ linkedPages })).findings).toMatchObject([
    {
      rule: "forms-https",
      page: `${siteUrl}kontakt`,
      evidence: { links: ["http://amsel.example/senden", `${siteUrl}kontakt`, `${siteUrl}termin`] },
    },
  ]);
});

it("knows a form again on whichever page it is read first", () => {
  const partsAt = (path: string) =>
    foundBy("forms-https", aSite({ linkedPages: [page(`${siteUrl}${path}`, contactForm)] })).map(({ part }) => part);
  expect(partsAt("kontakt")).toHaveLength(1);
  expect(partsAt("termin")).toEqual(partsAt("kontakt"));
});

it("tells forms of the same name by where they send, and names once a form that sends to its own page", () => {
  const plain = (path: string, html: string) => page(`http://amsel.example/${path}`, html);
  const footer = '<form class="suche" action=""></form><form class="brief" action="#oben"></form>';
  const own = aSite({ linkedPages: ["a", "b", "c"].map((path) => plain(path, footer)) });
  expect(foundBy("forms-https", own).map(({ part }) => part)).toEqual(["form.suche", "form.brief"]);
  const two = '<form class="wp" action="/eins"></form><form class="wp" action="/zwei"></form>';
  expect(foundBy("forms-https", aSite({ linkedPages: [plain("a", two)] }))).toHaveLength(2);
});

it("removes what a Set-Cookie header takes away from what is set", () => {
  const header = "_ga=; Expires=Thu, 01 Jan 1970 00:00:00 GMT";
  const site = {
    ...withStart(startHtml, { headers: { "set-cookie": header } }),
    browser: { unavailable: "Kein Browser." },
  };
  expect(judgeSite(site).findings).toEqual([]);
});

it.each([
  ["Müller & Söhne GmbH", "MUELLER UND SOEHNE", true],
  ["Bäckerei Krüger e.K.", "Inhaber der Bäckerei Krüger", true],
  ["TSV Nord e. V.", "TSV Nord eV, Platz 1", true],
  ["Krüger GmbH", "Krügerstraße 5", false],
  ["Nord Süd AG", "Süd Nord AG", false],
])("%s in „%s“: %s", (name, text, isThere) => {
  expect(isNamedIn(name, text)).toBe(isThere);
});

it("estimates CO2 by the published model", () => {
  // 2 MB × 0,300 kWh/GB × 494 g/kWh = 0,2964 g
  expect(co2Mg(2_000_000)).toBe(296);
});

it("knows consent tools by their scripts", () => {
  expect(consentToolOf([siteUrl, "https://consent.cookiebot.com/uc.js"])).toBe("Cookiebot");
  expect(consentToolOf(["https://amsel.example/wp-content/plugins/borlabs-cookie/js.js"])).toBe("Borlabs Cookie");
  expect(consentToolOf(["https://amsel.example/rezepte/cookies.js"])).toBeUndefined();
});

it("keeps the names of vendors that former runs are compared by", () => {
  expect(vendorOf("https://connect.facebook.net/de_DE/fbevents.js")?.name).toBe("Meta (Facebook, Instagram)");
});

it("names a request by the first vendor that fits", () => {
  expect(vendorOf("https://www.googletagmanager.com/gtm.js?id=GTM-1")?.id).toBe("google-tag-manager");
  expect(vendorOf("https://www.googletagmanager.com/gtag/js?id=G-1")?.id).toBe("google-analytics");
  expect(vendorOf("https://www.google.com/recaptcha/api.js")?.id).toBe("recaptcha");
  expect(vendorOf("keine Adresse")).toBeUndefined();
});

it("reads frames that wait for consent as not loaded", () => {
  const waiting = page(siteUrl, '<script type="text/plain" src="http://amsel.example/x.js"></script>');
  expect(waiting.facts.resources).toEqual([]);
});
