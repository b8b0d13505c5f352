import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Environment } from "../env.ts";
import type { Log } from "../log.ts";
import type { HttpEnv } from "./app.ts";
import { publicOrigin } from "./origin.ts";
import { closedPolicy, securityHeaders } from "./security-headers.ts";

/**
 * What every request gets: an id in the response and the log, the security headers, and one line in the log. The line
 * names the path without its query, which may hold tokens; it is an error from 500 on and a debug line otherwise.
 */
export function envelope(env: Environment, log: Log): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const begun = performance.now();
    const requestId = randomUUID();
    const origin = publicOrigin(env, { get: (name) => c.req.header(name) });
    c.set("requestId", requestId);
    c.set("origin", origin);
    // Set on the raw response they cost a route's Response nothing, and a route's own header of the same name wins.
    const { outgoing } = c.env;
    for (const [name, value] of Object.entries(securityHeaders(origin.startsWith("https:"), env))) {
      outgoing.setHeader(name, value);
    }
    outgoing.setHeader("Content-Security-Policy", closedPolicy);
    outgoing.setHeader("X-Request-Id", requestId);
    await next();
    const { status } = c.res;
    const level = status >= 500 ? "error" : "debug";
    if (!log.isLevelEnabled(level)) return;
    const ms = Math.round(performance.now() - begun);
    log[level]({ requestId, method: c.req.method, path: withoutSecret(c.req.path), status, ms }, "request");
  };
}

/** The address of a calendar is its key, those of questions, heartbeats, status pages and walls as well. */
const withoutSecret = (path: string) =>
  path.replace(/^\/(ics|ask|status|wall|api\/push|api\/v1\/push\/host)\/.*/, "/$1/…");

/** Refuses changes that a page of another origin asks for; clients that are no browsers send no Origin. */
export const sameOriginChanges: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const claimed = c.req.header("origin");
  const changes = c.req.method !== "GET" && c.req.method !== "HEAD";
  if (changes && claimed !== undefined && claimed !== c.get("origin")) {
    return c.json({ message: "Fremde Herkunft." }, 403);
  }
  return next();
};
