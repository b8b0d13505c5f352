const crawlers: ReadonlySet<string> = new Set(["robots", "googlebot"]);

/** Directives with a value of their own, which says nothing about the page; they also come without a comma behind them. */
const valued = /\bmax-[a-z-]+\s*:\s*[^\s;,]*/g;

/**
 * Whether the value of a robots meta element or of X-Robots-Tag keeps a page out of the search of Google: `noindex` or
 * `none` as a directive of its own, for all crawlers or for that of Google. Spaces and semicolons part directives as well:
 * an exclusion that is missed costs more than one too many. Repeated headers arrive joined by commas, so a crawler is
 * only taken to be named up to the next comma.
 */
export function saysNoindex(directives: string): boolean {
  return directives
    .toLowerCase()
    .replace(valued, "")
    .split(",")
    .some((part) => {
      const [, crawler, said = ""] = /^\s*(?:([^\s;:]+)\s*:)?(.*)$/s.exec(part) ?? [];
      if (crawler !== undefined && !crawlers.has(crawler)) return false;
      return said.split(/[\s;]+/).some((directive) => directive === "noindex" || directive === "none");
    });
}
