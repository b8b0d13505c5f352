import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { slowestSince } from "../db/slow-statements.ts";
import type { Environment } from "../env.ts";
import type { Log } from "../log.ts";
import type { HttpEnv } from "./app.ts";
import { type Call, hasFailed, type RequestFigures, slowMs } from "./metrics/request-figures.ts";
import { publicOrigin } from "./origin.ts";
import { personIdOf } from "./request-context.ts";
import { closedPolicy, securityHeaders } from "./security-headers.ts";

/**
 * What every request gets: an id in the response and the log, the security headers, and one line in the log. The line
 * names the path without its query, which may hold tokens; it is an error from 500 on, also of one of several calls,
 * which it names then, a warning where the answer took long, with the slowest statement of that time, told where it was refused to somebody or for coming too often, and else
 * a line for ACCESS_LOG or for debugging. Who leaves before the answer is there gets none, whatever it was: Remix takes
 * that for a failure of its own.
 */
export function envelope(env: Environment, log: Log, figures: RequestFigures): MiddlewareHandler<HttpEnv> {
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
    if (env.trustsProxy && isBelowPath(c.req.header("x-forwarded-prefix"))) return c.text(belowPath, 421);
    await next();
    const status = outgoing.closed ? clientLeft : c.res.status;
    const ms = Math.round(performance.now() - begun);
    const noted = c.get("calls");
    const calls = outgoing.closed ? noted?.map(asLeft) : noted;
    const personId = personIdOf(c.env.incoming);
    const isKnown = personId !== undefined;
    figures.add({ method: c.req.method, path: c.req.path, status, calls, isKnown }, (performance.now() - begun) / 1000);
    const isSlow = ms >= slowMs;
    const level = hasFailed({ status, calls })
      ? "error"
      : isSlow
        ? "warn"
        : env.logsAccess || isRefused(status)
          ? "info"
          : "debug";
    if (!log.isLevelEnabled(level)) return undefined;
    const slow = isSlow && { slow: true, statement: slowestSince(begun) };
    const failed = status < 500 && calls?.filter((call) => call.status >= 500);
    log[level](
      {
        requestId,
        personId: isRefused(status) ? personId : undefined,
        method: c.req.method,
        path: loggedPath(c.req.path),
        status,
        failed: failed && failed.length > 0 ? failed : undefined,
        ms,
        ...slow,
      },
      "request",
    );
    return undefined;
  };
}

/** What proxies write for a client that has closed the request; it has no other code. */
const clientLeft = 499;

/** What somebody may not do, a foreign origin or forged token, and what comes too often. */
const isRefused = (status: number) => status === 403 || status === 429;

const belowPath = "Gib dem Portal einen eigenen Hostnamen: unter einem Pfad läuft das Portal nicht.";
const isBelowPath = (prefix: string | undefined) => prefix !== undefined && prefix !== "" && prefix !== "/";

/** No page of the portal has a longer one; who makes them up does not fill the log. */
const maxPathLength = 500;
const loggedPath = (path: string) => {
  const named = withoutSecret(path);
  return named.length > maxPathLength ? `${named.slice(0, maxPathLength)}…` : named;
};

/** The URL of a calendar is its key, those of questions, confirmations, heartbeats, status pages and walls as well. */
const withoutSecret = (path: string) =>
  path.replace(/^\/(ics|ask|confirm|status|wall|api\/push|api\/v1\/push\/host)\/.*/, "/$1/…");

/** Refuses changes that a page of another origin asks for; clients that are no browsers send no Origin. */
export const sameOriginChanges: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const claimed = c.req.header("origin");
  const changes = c.req.method !== "GET" && c.req.method !== "HEAD";
  if (changes && claimed !== undefined && claimed !== c.get("origin")) {
    return c.json({ message: "Fremde Herkunft." }, 403);
  }
  return next();
};

/** Nobody heard how a call went whose browser had gone, unless it went wrong. */
const asLeft = (call: Call): Call => (call.status >= 500 ? call : { ...call, status: clientLeft });
