import { Hono } from "hono";
import { closeMailChannel } from "../features/notifications/preferences.ts";
import { readUnsubscribe } from "../mail/unsubscribe-token.ts";
import type { Services } from "../trpc/context.ts";
import type { HttpEnv } from "./app.ts";

const page = "/auth/unsubscribe";

/**
 * The link at the end of mails. A visit only asks, because scanners of mail follow links; the POST of the page, or of a
 * mail program's own button (RFC 8058), ends that kind of mail without a session.
 */
export function mailRoutes({ services }: { services: Services }): Hono<HttpEnv> {
  const { db, now, live, signingKey } = services;
  return new Hono<HttpEnv>()
    .get("/unsubscribe", (c) => {
      const token = c.req.query("t") ?? "";
      const asked = readUnsubscribe(token, signingKey);
      return c.redirect(asked ? `${page}?${new URLSearchParams({ t: token, was: asked.channel })}` : page, 303);
    })
    .post("/unsubscribe", async (c) => {
      const asked = readUnsubscribe(c.req.query("t") ?? "", signingKey);
      const surroundings = {
        db,
        now,
        publish: (signals: Parameters<typeof live.publish>[0]) => void live.publish(signals),
      };
      const isDone = asked !== undefined && (await closeMailChannel(surroundings, asked));
      const body = await c.req.parseBody().catch(() => undefined);
      // A mail program follows no redirect (RFC 8058, 3.2).
      if (isDone && body?.["List-Unsubscribe"] === "One-Click") return c.body(null, 200);
      return c.redirect(isDone ? `${page}?${new URLSearchParams({ done: asked.channel })}` : page, 303);
    });
}
