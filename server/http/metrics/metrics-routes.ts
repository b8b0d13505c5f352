import { Hono } from "hono";
import type { TokenHolder } from "../../api/authenticate.ts";
import { authenticate, logForbidden } from "../../api/handler.ts";
import { problemResponse } from "../../api/problem-response.ts";
import { hashToken } from "../../auth/tokens.ts";
import type { Environment } from "../../env.ts";
import type { openMetrics } from "../../features/metrics/metrics.ts";
import { Problem } from "../../problem.ts";
import type { Services } from "../../trpc/context.ts";
import type { HttpEnv } from "../app.ts";
import { clientAddress } from "../origin.ts";
import { notePerson } from "../request-context.ts";
import { openBelieved } from "./believed.ts";
import type { RequestFigures } from "./request-figures.ts";

/** More often than any scraper asks. */
const scrapesPerMinute = 60;
/** `GET /metrics`: figures for a Prometheus, always behind a token that may read the monitoring. */
export function metricsRoutes({
  services,
  env,
  figures,
}: {
  services: Services;
  env: Environment;
  figures: RequestFigures;
}): Hono<HttpEnv> {
  const take = services.limits.openBucket("metrics", scrapesPerMinute);
  const believed = openBelieved();
  // What the process tells of itself is counted from the first scrape on: a portal that nobody scrapes counts nothing.
  let metrics: Promise<ReturnType<typeof openMetrics>> | undefined;
  const app = new Hono<HttpEnv>();
  app.get("/", async (c) => {
    const requestId = c.get("requestId");
    const headers: Record<string, string> = {};
    let holder: TokenHolder | undefined;
    try {
      const ip = clientAddress(env.trustsProxy, c.env.incoming);
      const authorization = c.req.header("authorization");
      const tokenHash = authorization && hashToken(authorization);
      const noteHolder = ({ person }: TokenHolder) => notePerson(c.env.incoming, person.id);
      const call = { services, request: c.req.raw, requestId, ip, take, noteHolder };
      const asked = authenticate(call, headers).then((found) => {
        holder = found;
        if (!found.scopes.includes("monitoring:read"))
          throw new Problem("forbidden", { message: "Dem Token fehlt das Recht „monitoring:read“." });
      });
      if (tokenHash) await believed.judge(tokenHash, asked);
      else await asked;
      metrics ??= import("../../features/metrics/metrics.ts").then((found) => found.openMetrics(services));
      // The next scrape tries again.
      metrics.catch(() => {
        metrics = undefined;
      });
      const { contentType, read } = await metrics;
      const text = `${figures.text()}${await read(services)}`;
      return c.body(text, 200, { ...headers, "Content-Type": contentType, "Cache-Control": "no-store" });
    } catch (error) {
      const response = problemResponse(error, { requestId, headers });
      if (response.status === 403) logForbidden(services.log, requestId, holder);
      if (response.status >= 500) services.log.error({ err: error, requestId }, "metrics could not be read");
      return response;
    }
  });
  return app.all("*", (c) => c.text("Diese Adresse gibt es nicht.", 404));
}
