const crawlers: ReadonlySet<string> = new Set(["robots", "googlebot"]);

/**
 * Whether the value of a robots meta element or of X-Robots-Tag keeps a page out of the search of Google: `noindex` or
 * `none` as a directive of its own, for all crawlers or for that of Google. Repeated headers arrive joined by commas, so
 * a crawler is only taken to be named for the directive that it stands before.
 */
export function saysNoindex(directives: string): boolean {
  return directives.split(",").some((directive) => {
    const [name = "", value] = directive.split(":").map((part) => part.trim().toLowerCase());
    const said = value === undefined ? name : crawlers.has(name) ? value : "";
    return said === "noindex" || said === "none";
  });
}
