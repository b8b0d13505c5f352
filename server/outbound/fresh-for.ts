import type { IncomingHttpHeaders } from "node:http";
import { secondMs } from "../../contract/time/durations.ts";

/**
 * For how long an answer may be used without asking again (RFC 9111, 4.2): by `Cache-Control`, else by `Expires`, less
 * what it has spent in caches on the way. 0 where it says neither, or that it must not be kept.
 */
export function freshForMs(headers: IncomingHttpHeaders, now: Date): number {
  const directives = (headers["cache-control"] ?? "").toLowerCase().split(",");
  const rules = new Map(directives.map((each) => [each.split("=")[0]?.trim(), each.split("=")[1]?.trim()]));
  if (rules.has("no-store") || rules.has("no-cache")) return 0;
  const spent = secondsIn(headers.age) ?? 0;
  const maxAge = secondsIn(rules.get("max-age"));
  if (maxAge !== undefined) return Math.max(0, maxAge - spent) * secondMs;
  // By the clock of who has answered: the two dates are both its own.
  const [until, from] = [Date.parse(headers.expires ?? ""), Date.parse(headers.date ?? now.toUTCString())];
  return Number.isFinite(until - from) ? Math.max(0, until - from - spent * secondMs) : 0;
}

const secondsIn = (text: string | undefined) =>
  /^"?\d{1,9}"?$/.test(text ?? "") ? Number(text?.replaceAll('"', "")) : undefined;
