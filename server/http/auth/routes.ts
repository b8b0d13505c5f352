import { Hono } from "hono";
import { authErrorPath, type SignInError } from "../../../contract/auth/auth.ts";
import { credentialsProvider } from "../../auth/authenticator.ts";
import { endedSessionCookie } from "../../auth/cookies.ts";
import { isCsrfTokenValid } from "../../auth/csrf.ts";
import { endSession } from "../../auth/session-ends.ts";
import { networkOf } from "../../client-network.ts";
import type { Environment } from "../../env.ts";
import { providerId } from "../../features/security/provider-client.ts";
import type { Services } from "../../trpc/context.ts";
import type { HttpEnv } from "../app.ts";
import { limitBody } from "../limit-body.ts";
import { clientAddress } from "../origin.ts";
import { findSignedIn } from "../request-context.ts";
import {
  type AuthContext,
  type AuthSurroundings,
  type Body,
  knownError,
  leadTo,
  readBody,
  setCookies,
  signInPathWith,
} from "./answers.ts";
import { signInWithCredentials } from "./credentials.ts";
import { addPasskeyRoutes } from "./passkeys.ts";
import { addProviderRoutes } from "./provider.ts";
import { type AuthRequest, browserOf, csrfCookieOf, isSecure, landingPath } from "./request.ts";
import { addSessionRoutes } from "./session-routes.ts";

const maxBodyBytes = 16 * 1024;
const maxReportsPerMinute = 30;
const reportLevels = ["error", "warn", "debug"] as const;
const refusalStatus: Partial<Record<SignInError, 429 | 507>> = { RateLimited: 429, StorageFull: 507 };
const methodsOf = {
  "/session": "GET, POST",
  "/csrf": "GET",
  "/providers": "GET",
  "/signin/:provider?": "GET, POST",
  "/passkey/options": "POST",
  [`/callback/${providerId}`]: "GET, POST",
  "/callback/:provider": "POST",
  "/signout": "POST",
  "/error": "GET",
  "/_log": "POST",
};

/** `/api/auth/*` in the protocol of NextAuth 4's client, with the person's e-mail and password as the only provider. */
export function authRoutes({ services, env }: { services: Services; env: Environment }): Hono<HttpEnv> {
  const sourceOf = (c: AuthContext): AuthRequest => ({
    services,
    setUp: undefined,
    headers: c.req.raw.headers,
    origin: c.get("origin"),
    ip: clientAddress(env.trustsProxy, c.env?.incoming),
    log: services.log.child({ requestId: c.get("requestId") }),
  });
  const isForged = (source: AuthRequest, body: Body) =>
    !isCsrfTokenValid(body.csrfToken, csrfCookieOf(source), services.signingKey);
  const sessionOf = (c: AuthContext) => findSignedIn(services, env, c.req.raw.headers, c.env?.incoming);

  const routes = new Hono<HttpEnv>();
  routes.use(async (c, next) => {
    await next();
    c.res.headers.set("Cache-Control", "private, no-store");
  });
  routes.use(limitBody(maxBodyBytes));

  const surroundings: AuthSurroundings = { services, sourceOf, isForged, sessionOf };
  addSessionRoutes(routes, surroundings);
  addProviderRoutes(routes, surroundings);
  addPasskeyRoutes(routes, surroundings);
  addCredentialRoutes(routes, surroundings);
  addReportRoutes(routes, surroundings);
  for (const [path, allowed] of Object.entries(methodsOf))
    routes.all(path, (c) => c.json({ message: "Diese Methode gibt es hier nicht." }, 405, { Allow: allowed }));
  routes.all("*", (c) => {
    sourceOf(c).log.warn({ code: "MISSING_NEXTAUTH_API_ROUTE_ERROR" }, "unknown URL under /api/auth");
    return c.json({ message: "Diese Adresse gibt es nicht." }, 404);
  });
  return routes;
}

/** Signing in with e-mail and password, and out. */
function addCredentialRoutes(routes: Hono<HttpEnv>, { services, sourceOf, isForged }: AuthSurroundings): void {
  routes.get("/signin/:provider?", (c) => {
    const { error, callbackUrl } = c.req.query();
    return c.redirect(
      signInPathWith({ error: knownError(error), callbackUrl: landingPath(sourceOf(c), callbackUrl, "") }),
    );
  });

  routes.post("/signin/:provider?", async (c) => {
    const body = await readBody(c);
    if (isForged(sourceOf(c), body)) return leadTo(c, body, signInPathWith({ error: "MissingCSRF" }), 403);
    return leadTo(c, body, signInPathWith({ callbackUrl: landingPath(sourceOf(c), body.callbackUrl, "") }));
  });

  routes.post("/callback/:provider", async (c) => {
    const source = sourceOf(c);
    const body = await readBody(c);
    if (isForged(source, body)) return leadTo(c, body, signInPathWith({ error: "MissingCSRF" }), 403);
    const callbackUrl = landingPath(source, body.callbackUrl);
    if (c.req.param("provider") !== credentialsProvider) return leadTo(c, body, signInPathWith({ callbackUrl }));
    try {
      const result = await signInWithCredentials(source, { email: body.email, password: body.password }, callbackUrl);
      if (result.ok) {
        setCookies(c, result.setCookie);
        return leadTo(c, body, result.redirectTo);
      }
      if (result.retryAfterMs) c.header("Retry-After", String(Math.ceil(result.retryAfterMs / 1000)));
      const path = signInPathWith({ error: result.error, callbackUrl });
      return leadTo(c, body, path, refusalStatus[result.error] ?? 401);
    } catch (err) {
      source.log.error({ err, code: "CALLBACK_CREDENTIALS_HANDLER_ERROR" }, "sign-in failed");
      return leadTo(c, body, `${authErrorPath}?error=Configuration`, 500);
    }
  });

  routes.post("/signout", async (c) => {
    const source = sourceOf(c);
    const body = await readBody(c);
    if (isForged(source, body)) return leadTo(c, body, signInPathWith({ error: "MissingCSRF" }), 403);
    await endSession(services, browserOf(source).sessionToken);
    setCookies(c, [endedSessionCookie(isSecure(source))]);
    return leadTo(c, body, landingPath(source, body.callbackUrl));
  });
}

/** What NextAuth's client says went wrong: to the person, and to the log. */
function addReportRoutes(routes: Hono<HttpEnv>, { services, sourceOf }: AuthSurroundings): void {
  const reports = clientLog(services);

  routes.get("/error", (c) => {
    const error = knownError(c.req.query("error"));
    const isOfSignIn = error !== undefined && error !== "Configuration" && error !== "default";
    return c.redirect(isOfSignIn ? signInPathWith({ error }) : `${authErrorPath}?error=${error ?? "default"}`);
  });

  routes.post("/_log", async (c) => {
    const isWritten = await reports.write(sourceOf(c).ip, await readBody(c));
    return isWritten ? c.json({}) : c.json({ message: "Zu viele Meldungen." }, 429);
  });
}

/** Writes what browsers report under its code alone: everything else in it may be personal. */
function clientLog({ log, limits, now }: Pick<Services, "log" | "limits" | "now">) {
  const isTooMany = limits.perMinute("client-log", maxReportsPerMinute, now);

  return {
    /** Returns false when this address has reported too much within a minute. */
    async write(ip: string | undefined, report: Record<string, unknown>): Promise<boolean> {
      if (await isTooMany(networkOf(ip))) return false;
      const level = reportLevels.find((known) => known === report.level) ?? "error";
      const code =
        typeof report.code === "string" && /^[A-Z][A-Z0-9_]{1,63}$/.test(report.code) ? report.code : "UNKNOWN";
      log[level]({ code, from: "client" }, "client reported");
      return true;
    },
  };
}
