import { cleanForeign } from "../../../contract/document/clean-text.ts";
import { isObject } from "../../../contract/narrowing.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { lazyModule } from "../../lazy-module.ts";

export interface FeedNotice {
  externalId: string;
  title: string;
  url: string | null;
  beginsAt: string;
}

/** What a status page says is not over; undefined for what is no feed. */
export type ReadFeed = FeedNotice[] | undefined;

const htmlParser = lazyModule<typeof import("htmlparser2")>(import.meta.url, "htmlparser2");
const maxItems = 50;
/** What has been open for longer in a feed was forgotten there. */
const maxOpenMs = 7 * dayMs;
const over =
  /\b(resolved|completed|closed|operational|fixed|behoben|beendet|abgeschlossen|gelöst|entstört|wiederhergestellt)\b/i;
const planned = /\b(scheduled|geplant|wartung|maintenance)\b/i;

/** Reads what a status page answers: the JSON of Statuspage, Instatus and their likes, RSS or Atom. */
export function readFeed(body: string, now: Date): ReadFeed {
  const text = body.trimStart();
  return text.startsWith("{") ? readJson(text) : readXml(text, now);
}

function readJson(text: string): ReadFeed {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const incidents = incidentsIn(parsed);
  if (!Array.isArray(incidents)) return undefined;
  return incidents.slice(0, maxItems).flatMap((each: unknown): FeedNotice[] => {
    if (!isObject(each) || typeof each.id !== "string" || typeof each.name !== "string") return [];
    if (typeof each.status === "string" && over.test(each.status)) return [];
    const beginsAt = instantOf(each.started_at ?? each.created_at ?? each.started);
    const title = titleOf(each.name);
    if (!beginsAt || title === "") return [];
    return [{ externalId: each.id.slice(0, 300), title, url: urlOf(each.shortlink ?? each.url), beginsAt }];
  });
}

/** Instatus names them only while there are any, and says beside its name that it is up. */
function incidentsIn(parsed: unknown): unknown {
  if (!isObject(parsed)) return undefined;
  const { incidents, activeIncidents, page } = parsed;
  return incidents ?? activeIncidents ?? (isObject(page) && typeof page.status === "string" ? [] : undefined);
}

function readXml(text: string, now: Date): ReadFeed {
  if (!/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:rss|feed|rdf:RDF)[\s>]/i.test(text)) return undefined;
  const feed = htmlParser().parseFeed(text);
  return feed?.items.slice(0, maxItems).flatMap((item): FeedNotice[] => {
    const beginsAt = instantOf(item.pubDate?.getTime());
    const title = titleOf(item.title ?? "");
    if (!beginsAt || title === "" || now.getTime() - Date.parse(beginsAt) > maxOpenMs) return [];
    // Feeds write the newest word on a disturbance first; a maintenance window is none.
    const newest = plainText(item.description ?? "").slice(0, 300);
    if (over.test(title) || over.test(newest) || planned.test(title)) return [];
    return [{ externalId: (item.id ?? item.link ?? title).slice(0, 300), title, url: urlOf(item.link), beginsAt }];
  });
}

/** Where the page of a provider keeps its feed; the first that it names. */
export function feedUrlIn(html: string, base: string): string | undefined {
  const { DomUtils, parseDocument } = htmlParser();
  const links = DomUtils.getElementsByTagName("link", parseDocument(html.slice(0, 500_000)), true, 200);
  const found = links.find(
    ({ attribs }) =>
      /\balternate\b/i.test(attribs.rel ?? "") && /^application\/(?:rss|atom)\+xml/i.test(attribs.type ?? ""),
  );
  const href = found?.attribs.href;
  return href && URL.canParse(href, base) ? new URL(href, base).href : undefined;
}

function plainText(html: string): string {
  const { DomUtils, parseDocument } = htmlParser();
  return DomUtils.textContent(parseDocument(html.slice(0, 20_000))).trim();
}

const titleOf = (text: string) => cleanForeign(plainText(text)).slice(0, 200);

function instantOf(value: unknown): string | undefined {
  const time = typeof value === "string" ? Date.parse(value) : Number(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function urlOf(value: unknown): string | null {
  if (typeof value !== "string" || value.length > 2000 || !URL.canParse(value)) return null;
  const { protocol, href } = new URL(value);
  return protocol === "https:" || protocol === "http:" ? href : null;
}
