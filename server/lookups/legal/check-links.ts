import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { type Crawl, ownLinks } from "./find-legal-pages.ts";
import type { CheckedLinks, ReadPage } from "./gathered.ts";

const maxChecked = 60;
const atOnce = 2;

/** Asks where the links of a website's first pages lead, as far as robots.txt allows and within limits. */
export async function checkLinks({
  pages,
  reader,
  mayRead,
}: Crawl & { pages: readonly ReadPage[] }): Promise<CheckedLinks> {
  const known = new Set(pages.map(({ url }) => url));
  const links = new Map<string, { url: string; text: string; from: string }>();
  for (const page of pages)
    for (const { url, text } of ownLinks(page.url, page.facts.links))
      if (!known.has(url) && !links.has(url)) links.set(url, { url, text, from: page.url });
  const allowed = [...links.values()].filter(({ url }) => mayRead(url));
  const result: CheckedLinks = {
    checked: 0,
    broken: [],
    leftByRobots: links.size - allowed.length,
    leftByLimit: Math.max(0, allowed.length - maxChecked),
  };
  const queue = allowed.slice(0, maxChecked);
  const work = async () => {
    for (let link = queue.shift(); link; link = queue.shift()) {
      if (reader.isOver()) {
        result.leftByLimit += 1;
        continue;
      }
      result.checked += 1;
      const reason = await whyBroken(reader, link.url);
      if (reason) result.broken.push({ ...link, reason });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  result.broken.sort((one, other) => one.url.localeCompare(other.url));
  return result;
}

/** Servers that are busy or keep machines away have said nothing about the page. */
async function whyBroken(reader: Crawl["reader"], url: string): Promise<string | undefined> {
  try {
    const { status } = await reader.get(url, { maxBytes: 1024 });
    return status === 404 || status === 410 ? `Status ${status}.` : undefined;
  } catch (error) {
    if (!(error instanceof OutboundProblem)) throw error;
    return error.code === "redirect" ? error.message : undefined;
  }
}
