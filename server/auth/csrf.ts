import { isEqual, newToken, sign } from "./tokens.ts";

/** A token for forms and the cookie value that vouches for it (double submit, `token|HMAC`). */
export interface CsrfToken {
  token: string;
  cookie: string;
  /** Whether the browser does not have the cookie yet. */
  isNew: boolean;
}

/** The token that a browser's cookie vouches for, or a new one. */
export function csrfTokenOf(cookie: string | undefined, signingKey: string): CsrfToken {
  const [token = "", mac = ""] = cookie?.split("|") ?? [];
  if (cookie && token && isEqual(mac, csrfMac(token, signingKey))) return { token, cookie, isNew: false };
  const fresh = newToken();
  return { token: fresh, cookie: `${fresh}|${csrfMac(fresh, signingKey)}`, isNew: true };
}

/** Whether a posted token is the one that the browser's cookie vouches for. */
export function isCsrfTokenValid(posted: unknown, cookie: string | undefined, signingKey: string): boolean {
  const { token, isNew } = csrfTokenOf(cookie, signingKey);
  return !isNew && typeof posted === "string" && isEqual(posted, token);
}

const csrfMac = (token: string, signingKey: string) => sign(`csrf:${token}`, signingKey);
