import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { type Crawl, isAction, ownLinks } from "./find-legal-pages.ts";
import type { CheckedLinks, LinkedPage, PageLink, ReadPage } from "./gathered.ts";
import { readPage } from "./read-page.ts";

const maxChecked = 60;
const atOnce = 2;
const maxBytes = 128 * 1024;

/**
 * Asks where the links of a website's first pages lead, as far as robots.txt allows and within limits, and reads what stands
 * there. Links that ask not to be followed, and those that might change something, are left alone.
 */
export async function checkLinks({
  pages,
  reader,
  whyClosed,
}: Crawl & { pages: readonly ReadPage[] }): Promise<{ checked: CheckedLinks; linkedPages: LinkedPage[] }> {
  const links = linksOf(pages);
  const harmless = links.filter(({ url, isNofollow }) => !isNofollow && !isAction(url));
  const allowed = harmless.filter(({ url }) => whyClosed(url) === undefined);
  const result: CheckedLinks = {
    checked: 0,
    broken: [],
    leftByRobots: harmless.length - allowed.length,
    leftByLimit: Math.max(0, allowed.length - maxChecked),
    leftAsActions: links.length - harmless.length,
    silent: 0,
  };
  const known = new Set(pages.map(({ url }) => url));
  const linkedPages = new Map<string, LinkedPage>();
  const queue = allowed.slice(0, maxChecked);
  const work = async () => {
    for (let link = queue.shift(); link; link = queue.shift()) {
      if (reader.isOver()) {
        result.leftByLimit += 1;
        continue;
      }
      const answer = await ask(reader, link.url);
      if (answer === "silent") result.silent += 1;
      else result.checked += 1;
      if (typeof answer === "string") continue;
      const { page, broken } = answer;
      if (broken) result.broken.push({ url: link.url, text: link.text, from: link.from, reason: broken });
      if (page && !known.has(page.url)) linkedPages.set(page.url, page);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  result.broken.sort((one, other) => one.url.localeCompare(other.url));
  return {
    checked: result,
    linkedPages: [...linkedPages.values()].sort((one, other) => one.url.localeCompare(other.url)),
  };
}

/** Each once, but for those to pages that were read; one that may be followed goes before one to the same that may not. */
function linksOf(pages: readonly ReadPage[]): (PageLink & { from: string })[] {
  const known = new Set(pages.map(({ url }) => url));
  const links = new Map<string, PageLink & { from: string }>();
  for (const page of pages)
    for (const link of ownLinks(page.url, page.facts.links)) {
      const before = links.get(link.url);
      if (!known.has(link.url) && (!before || (before.isNofollow && !link.isNofollow)))
        links.set(link.url, { ...link, from: page.url });
    }
  return [...links.values()];
}

/** Servers that are busy or keep machines away have said nothing about the page. */
async function ask(reader: Crawl["reader"], url: string): Promise<"silent" | { broken?: string; page?: LinkedPage }> {
  try {
    const { url: to, status, headers, body } = await reader.get(url, { maxBytes });
    if (status === 404 || status === 410) return { broken: `Status ${status}.` };
    if (status >= 400) return "silent";
    if (!/html/i.test(headers["content-type"] ?? "") || new URL(to).host !== new URL(url).host) return {};
    const { forms, resources } = readPage(body, to);
    return { page: { url: to, facts: { forms, resources } } };
  } catch (error) {
    if (!(error instanceof OutboundProblem)) throw error;
    return error.code === "redirect" ? { broken: error.message } : "silent";
  }
}
