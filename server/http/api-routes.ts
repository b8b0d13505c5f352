import { Hono } from "hono";
import { requestsPerMinute } from "../../contract/api/limits.ts";
import { answerApi } from "../api/handler.ts";
import { apiBase } from "../api/match-route.ts";
import { openApiDocument } from "../api/openapi.ts";
import { problemResponse } from "../api/problem-response.ts";
import { apiRoutes as operations } from "../api/routes.ts";
import type { Environment } from "../env.ts";
import { Problem } from "../problem.ts";
import type { Services } from "../trpc/context.ts";
import type { HttpEnv } from "./app.ts";
import { limitBody } from "./limit-body.ts";
import { clientAddress } from "./origin.ts";
import { notePerson } from "./request-context.ts";

const maxBytes = 4 * 1024 * 1024;

/** Where its operations lie, as hono writes patterns. */
export const apiPatterns = operations.map(({ path }) => apiBase + path.replaceAll(/\{(\w+)\}/g, ":$1"));

/** The API for other programs under `/api/v1`, with tokens instead of sessions, and its description. */
export function apiRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const take = services.limits.openBucket("api", requestsPerMinute);

  app.get("/openapi.json", (c) => c.json(openApiDocument(c.get("origin"))));
  app.use(
    limitBody(maxBytes, (c) =>
      problemResponse(new Problem("too_large", { message: "Zu viele Daten." }), { requestId: c.get("requestId") }),
    ),
  );
  app.all("/*", (c) =>
    answerApi({
      services,
      request: c.req.raw,
      requestId: c.get("requestId"),
      take,
      noteHolder: ({ person }) => notePerson(c.env.incoming, person.id),
      ip: clientAddress(env.trustsProxy, c.env.incoming),
    }),
  );
  return app;
}
