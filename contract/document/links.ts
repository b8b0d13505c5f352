const maxLinkLength = 2048;
const allowed = /^(https?:\/\/[^/?#\\]|mailto:[^/?#]|tel:[+\d]|\/(?![/\\])|#.)/i;
/** Blanks, control characters, invisible characters and backslashes: what browsers drop or turn around in addresses. */
const deceptive = /[\s\p{C}\\]/u;

/** Whether a link may lead to this address: the web, mail, telephone, a path of this portal or a heading of the page. */
export function isSafeLink(href: unknown): href is string {
  return typeof href === "string" && href.length <= maxLinkLength && allowed.test(href) && !deceptive.test(href);
}

/** Whether a link leaves the portal, so that it opens apart from it. */
export function isExternalLink(href: string): boolean {
  return /^https?:/i.test(href);
}
