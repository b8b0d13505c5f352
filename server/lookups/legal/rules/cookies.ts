import type { LegalSource } from "../../../../contract/legal/legal.ts";
import { dayMs } from "../../../../contract/time/durations.ts";
import type { GatheredSite, SeenCookie } from "../gathered.ts";
import { asFarAsSeen, type Found, foundAt, type LegalRule, type Outcome } from "../rule.ts";
import { isForeign } from "../vendors.ts";

const source: LegalSource = {
  text: "§ 25 Abs. 1 TDDDG",
  url: "https://www.gesetze-im-internet.de/ttdsg/__25.html",
};

/** Names by which tools tell people apart, with whose they are. */
const tracking: readonly (readonly [owner: string, name: RegExp])[] = [
  ["Google Analytics", /^(_ga|_gid|_gat|__utm[abcvtz])(_.*)?$/],
  ["Google Ads", /^(_gcl_.*|IDE|NID|DSID|test_cookie|__gads|__gpi)$/],
  ["Meta", /^(_fbp|_fbc|fr)$/],
  ["Hotjar", /^_hj[A-Z].*$/],
  ["Microsoft Clarity", /^(_clck|_clsk|CLID|MUID)$/],
  ["Microsoft Advertising", /^_uet(sid|vid)$/],
  ["LinkedIn", /^(bcookie|bscookie|li_gc|li_sugr|lidc|UserMatchHistory|AnalyticsSyncHistory)$/],
  ["TikTok", /^(_ttp|_tt_enable_cookie)$/],
  ["Pinterest", /^_pin(_unauth|terest_.*)$/],
  ["HubSpot", /^(hubspotutk|__hstc|__hssc|__hssrc)$/],
  ["Matomo", /^_pk_(id|ses|ref|cvar|hsr)\..*$/],
  ["YouTube", /^(VISITOR_INFO1_LIVE|YSC|VISITOR_PRIVACY_METADATA)$/],
  ["Vimeo", /^vuid$/],
  ["Etracker", /^(et_id|_et_coid|et_allow_cookies)$/],
];

/** What a website needs to work: sessions, carts, languages and what was decided about cookies. */
const needed =
  /^(PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|sid|session|sess|fe_typo_user|be_typo_user|laravel_session|contao_.*|csrf.*|xsrf.*|_csrf.*|__Host-.*|__Secure-.*sess.*|wordpress_.*|wp-settings.*|wp_woocommerce_session.*|woocommerce_.*|sw-.*|session-.*|timezone|cart.*|basket.*|lang.*|locale|i18n.*|pll_language|wpml_.*|cookie.*consent.*|CookieConsent.*|borlabs-cookie|cmplz_.*|real_cookie_banner.*|euconsent.*|consent.*|uc_.*|OptanonConsent|OptanonAlertBoxClosed|cf_clearance|__cf_bm|_cfuvid|AWSALB.*|SERVERID|__stripe_.*)$/i;

export const cookieRules: readonly LegalRule[] = [
  {
    id: "cookies-tracking",
    group: "consent",
    source,
    title: "Tracking-Cookies vor der Einwilligung",
    advice: "Das Werkzeug dahinter erst nach Zustimmung laden; danach auch prüfen, dass Ablehnen wirkt.",
    judge: (site) =>
      judgeCookies(site, (cookie, page) => {
        const owner = trackerOf(cookie);
        const text = `Cookie „${cookie.name}“ von ${owner} ist gesetzt, ohne dass jemand zugestimmt hat.`;
        return owner ? foundAt(page, "bad", text, detailsOf(cookie)) : undefined;
      }),
  },
  {
    id: "cookies-foreign",
    group: "consent",
    source,
    title: "Cookies fremder Domains vor der Einwilligung",
    advice: "Den Einbau des Dritten zurückhalten, bis zugestimmt wurde.",
    judge: (site) =>
      judgeCookies(site, (cookie, page) => {
        const host = cookie.domain.replace(/^\./, "");
        if (trackerOf(cookie) || !isForeign(`https://${host}/`, page)) return undefined;
        return foundAt(page, "bad", `Cookie „${cookie.name}“ der fremden Domain ${host}.`, detailsOf(cookie));
      }),
  },
  {
    id: "cookies-unknown",
    group: "consent",
    source,
    title: "Dauerhafte Cookies unbekannten Zwecks",
    advice: "Klären, wozu der Cookie dient; ist er nicht unbedingt erforderlich, braucht er eine Einwilligung.",
    judge: (site) =>
      judgeCookies(site, (cookie, page) => {
        const isForeigner = isForeign(`https://${cookie.domain.replace(/^\./, "")}/`, page);
        const isLasting = cookie.days !== null && cookie.days > 1;
        if (!isLasting || isForeigner || trackerOf(cookie) || needed.test(cookie.name)) return undefined;
        const text = `Cookie „${cookie.name}“ bleibt ${Math.round(cookie.days ?? 0)} Tage; wozu, ist nicht bekannt.`;
        return foundAt(page, "info", text, detailsOf(cookie));
      }),
  },
];

const trackerOf = ({ name }: SeenCookie) => tracking.find(([, pattern]) => pattern.test(name))?.[0];

const detailsOf = ({ name, domain, days }: SeenCookie): Partial<Found> => ({
  part: `${name} ${domain}`,
  evidence: {
    cookies: [`${name} · ${domain} · ${days === null ? "bis zum Ende der Sitzung" : `${Math.round(days)} Tage`}`],
  },
});

/** Cookies of the first answer are proof without a browser; that there are no others is not. */
function judgeCookies(site: GatheredSite, judge: (cookie: SeenCookie, page: string) => Found | undefined): Outcome {
  const { browser } = site;
  if (!("unavailable" in browser))
    return asFarAsSeen(browser, { found: sorted(browser.cookies, (cookie) => judge(cookie, browser.url)) });
  const [start] = site.pages;
  const sentAt = Date.parse(start?.headers.date ?? "");
  const cookies = start
    ? headerCookies(start.headers["set-cookie"] ?? "", new URL(start.url).hostname, sentAt || 0)
    : [];
  return { found: sorted(cookies, (cookie) => judge(cookie, start?.url ?? site.url)), unchecked: browser.unavailable };
}

function sorted(cookies: readonly SeenCookie[], judge: (cookie: SeenCookie) => Found | undefined): Found[] {
  const found = cookies.flatMap((cookie) => judge(cookie) ?? []);
  const parts = new Set<string>();
  const once = found.filter(({ part }) => !parts.has(part) && parts.add(part));
  return once.toSorted((one, other) => one.part.localeCompare(other.part)).slice(0, 50);
}

/** The cookies that `Set-Cookie` headers set, one a line; those that take one away are none. */
export function headerCookies(lines: string, host: string, sentAt: number): SeenCookie[] {
  return lines.split("\n").flatMap((line) => {
    const [pair = "", ...attributes] = line.split(";");
    const name = pair.split("=")[0]?.trim() ?? "";
    if (name === "" || !pair.includes("=")) return [];
    const values = new Map(attributes.map((attribute) => splitAttribute(attribute)));
    const days = lifeOf(values, sentAt);
    if (days !== null && days <= 0) return [];
    return [{ name: name.slice(0, 100), domain: (values.get("domain") || host).slice(0, 200), days }];
  });
}

function splitAttribute(attribute: string): [string, string] {
  const at = attribute.indexOf("=");
  const [key, value] = at < 0 ? [attribute, ""] : [attribute.slice(0, at), attribute.slice(at + 1)];
  return [key.trim().toLowerCase(), value.trim()];
}

/** In days; null until the browser is closed. `Max-Age` goes before `Expires` (RFC 6265, 5.3). */
function lifeOf(attributes: ReadonlyMap<string, string>, sentAt: number): number | null {
  const maxAge = Number.parseInt(attributes.get("max-age") ?? "", 10);
  if (Number.isFinite(maxAge)) return maxAge / 86_400;
  const expires = Date.parse(attributes.get("expires") ?? "");
  return Number.isFinite(expires) ? (expires - sentAt) / dayMs : null;
}
