import type { IncomingHttpHeaders } from "node:http";

const maxSeconds = 24 * 60 * 60;

/** How long the other side asks to be left alone (RFC 9110, 10.2.3), at most a day; undefined where it does not ask. */
export function readRetryAfter(headers: IncomingHttpHeaders, now: Date): number | undefined {
  const text = headers["retry-after"]?.trim();
  if (!text) return undefined;
  const isDate = /^[A-Z][a-z]{2,8}, /.test(text);
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : isDate
      ? Math.ceil((Date.parse(text) - now.getTime()) / 1000)
      : Number.NaN;
  return Number.isFinite(seconds) ? Math.min(maxSeconds, Math.max(0, seconds)) : undefined;
}
