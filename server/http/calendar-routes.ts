import { createHash } from "node:crypto";
import { Hono } from "hono";
import type { Environment } from "../env.ts";
import { noteFetch, readCalendar } from "../features/calendar-feeds/reading.ts";
import { unlessFull } from "../problem.ts";
import type { Services } from "../trpc/context.ts";
import type { HttpEnv } from "./app.ts";
import { clientNetwork } from "./origin.ts";

/** Calendars ask a few times a day; many colleagues and their devices can share one address. */
const maxPerFeed = 30;
const maxPerNetwork = 300;
const feedName = /^([A-Za-z0-9_-]{20,100})(?:\.ics)?$/;

/** `/ics/{token}`: a feed for a calendar program, which has no session; the secret in the URL stands for its person. */
export function calendarRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const isTooMuchOf = services.limits.perMinute("calendar", maxPerFeed, services.now);
  const isTooMuchFrom = services.limits.perMinute("calendar-network", maxPerNetwork, services.now);
  return new Hono<HttpEnv>().get("/:feedName", async (c) => {
    const token = feedName.exec(c.req.param("feedName"))?.[1];
    const network = clientNetwork(env.trustsProxy, c.env.incoming);
    if ((await isTooMuchFrom(network)) || (token && (await isTooMuchOf(token))))
      return c.text("Zu viele Abrufe. Bitte später erneut.", 429, { "Retry-After": "60" });
    const found = token && (await readCalendar(services, { token, origin: c.get("origin") }));
    if (!found) return c.text("Diesen Kalender gibt es nicht.", 404);
    await unlessFull(noteFetch(services, found.feedId));
    const etag = `"${createHash("sha256").update(found.text).digest("base64url")}"`;
    const headers = {
      ETag: etag,
      "Cache-Control": "private, no-cache",
      "X-Robots-Tag": "noindex",
      "Content-Disposition": 'inline; filename="fristen.ics"',
    };
    if (knows(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
    return c.body(found.text, 200, { ...headers, "Content-Type": "text/calendar; charset=utf-8" });
  });
}

/** Proxies that pack answers mark the tags of what they packed as weak. */
function knows(header: string | undefined, etag: string): boolean {
  return (header ?? "").split(",").some((known) => known.trim().replace(/^W\//, "") === etag);
}
