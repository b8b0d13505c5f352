/** „Websites · MEDIUM TechCenter“, as a route's `meta` returns it. */
export function pageTitle(title: string) {
  return [{ title: `${title} · MEDIUM TechCenter` }];
}
