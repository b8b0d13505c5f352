import { isSafeLink } from "../../../../contract/document/links.ts";

const mail = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;
const bareHost = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[:/?#]|$)/u;

/**
 * The URL that somebody means: „kunde.example“ is on the web, „jana@kunde.example“ a mail address. Undefined for
 * what no link may lead to.
 */
export function linkUrl(typed: string): string | undefined {
  const text = typed.trim();
  const url = mail.test(text) ? `mailto:${text}` : bareHost.test(text) ? `https://${text}` : text;
  return isSafeLink(url) ? url : undefined;
}
