const pageLink =
  /^\/wiki\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:-[^/?#]*)?(?:\?[^#]*)?(#.*)?$/;

/** The page to which a link of the portal leads. */
export function targetOfLink(href: string): { pageId: string; anchor: string } | undefined {
  const [, pageId, anchor = ""] = pageLink.exec(href) ?? [];
  return pageId === undefined ? undefined : { pageId, anchor };
}
