import { type Context, Hono, type MiddlewareHandler } from "hono";
import { imageWidths } from "../../../contract/files/file-url.ts";
import type { PublicStatusPage, WallView } from "../../../contract/status-pages/status-pages.ts";
import type { Environment } from "../../env.ts";
import { toUploadedFile } from "../../features/files/queries.ts";
import { atomFeed } from "../../features/status-pages/atom.ts";
import { badgeSvg } from "../../features/status-pages/badge.ts";
import { findPageLogo, readStatusPage, readWall } from "../../features/status-pages/public-pages.ts";
import type { Services } from "../../trpc/context.ts";
import type { HttpEnv } from "../app.ts";
import { sendVariant } from "../files/file-responses.ts";
import { clientNetwork } from "../origin.ts";

/** The pages that are read without a session; undefined for every URL that has nothing to show. */
export interface PublicPages {
  status(token: string): Promise<PublicStatusPage | undefined>;
  wall(token: string): Promise<WallView | undefined>;
}

export const publicPages = (services: Services): PublicPages => ({
  status: (token) => readStatusPage(services, token),
  wall: (token) => readWall(services, token),
});

/** A wall asks six times a minute, and an office may have some; a token is too long to be guessed. */
const maxPerNetwork = 120;
const maxPerPage = 600;

/** Keeps these pages out of search engines, and floods out of them. Counts in memory: every process for itself. */
export function guardStatusPages({
  services,
  env,
}: {
  services: Services;
  env: Environment;
}): MiddlewareHandler<HttpEnv> {
  const isTooMuchFrom = services.limits.perMinute("status-network", maxPerNetwork, services.now);
  const isTooMuchOf = services.limits.perMinute("status", maxPerPage, services.now);
  return async (c, next) => {
    c.env.outgoing.setHeader("X-Robots-Tag", "noindex, nofollow");
    const page = c.req.path.split("/")[2]?.replace(/\.data$/, "");
    if ((await isTooMuchFrom(clientNetwork(env.trustsProxy, c.env.incoming))) || (await isTooMuchOf(page)))
      return c.text("Zu viele Aufrufe. Bitte versuche es in einer Minute noch einmal.", 429, { "Retry-After": "60" });
    return next();
  };
}

const briefly = "public, max-age=30";

/** What belongs to a status page beside itself: its feed, its badge and the sign of its customer. */
export function statusPageFiles({ services }: { services: Services }): Hono<HttpEnv> {
  const gone = (c: Context) => c.text("Diese Seite gibt es nicht.", 404);
  return new Hono<HttpEnv>()
    .get("/:token/feed.atom", async (c) => {
      const token = c.req.param("token");
      const page = await readStatusPage(services, token);
      if (!page) return gone(c);
      const feed = atomFeed(page, new URL(`/status/${token}`, c.get("origin")).href);
      return c.body(feed, 200, { "Content-Type": "application/atom+xml; charset=utf-8", "Cache-Control": briefly });
    })
    .get("/:token/badge.svg", async (c) => {
      const page = await readStatusPage(services, c.req.param("token"));
      if (!page) return gone(c);
      return c.body(badgeSvg(page.state), 200, {
        "Content-Type": "image/svg+xml; charset=utf-8",
        "Cache-Control": briefly,
        // It stands on the pages of others.
        "Cross-Origin-Resource-Policy": "cross-origin",
      });
    })
    .get("/:token/logo", async (c) => {
      const row = await findPageLogo(services, c.req.param("token"));
      const variant = { width: imageWidths[0], quality: 90, format: "webp" } as const;
      const answer = row && (await sendVariant(c.req.raw, services.uploads, toUploadedFile(row), variant));
      return answer ?? gone(c);
    });
}
