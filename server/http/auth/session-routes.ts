import type { Hono } from "hono";
import { sessionData, sessionDataMaxBytes } from "../../../contract/auth/auth.ts";
import { credentialsProvider } from "../../auth/authenticator.ts";
import { cookieNames, serializeCookie } from "../../auth/cookies.ts";
import { csrfTokenOf } from "../../auth/csrf.ts";
import { storeSessionData } from "../../auth/sessions.ts";
import { findProvider, providerId } from "../../features/security/provider-client.ts";
import type { HttpEnv } from "../app.ts";
import { type AuthSurroundings, parseJson, readBody, setCookies } from "./answers.ts";
import { renewedSessionCookie } from "./forms.ts";
import { csrfCookieOf, isSecure } from "./request.ts";

/** What NextAuth's client reads before anybody signs in or out: the session, the CSRF token and the ways to sign in. */
export function addSessionRoutes(
  routes: Hono<HttpEnv>,
  { services, sourceOf, isForged, sessionOf }: AuthSurroundings,
): void {
  routes.get("/session", async (c) => {
    const signedIn = await sessionOf(c);
    if (signedIn) setCookies(c, renewedSessionCookie(sourceOf(c)));
    return c.json(signedIn?.session ?? {});
  });

  routes.post("/session", async (c) => {
    const body = await readBody(c);
    if (isForged(sourceOf(c), body)) return c.json({}, 403);
    const signedIn = await sessionOf(c);
    if (!signedIn) return c.json({});
    const given = sessionData.safeParse(typeof body.data === "string" ? parseJson(body.data) : (body.data ?? {}));
    if (!given.success || Buffer.byteLength(JSON.stringify(given.data)) > sessionDataMaxBytes) return c.json({}, 400);
    await storeSessionData(services.db, signedIn.sessionId, given.data);
    return c.json({ ...signedIn.session, data: given.data });
  });

  routes.get("/csrf", (c) => {
    const source = sourceOf(c);
    const csrf = csrfTokenOf(csrfCookieOf(source), services.signingKey);
    const name = cookieNames(isSecure(source)).csrf;
    if (csrf.isNew) setCookies(c, [serializeCookie(name, csrf.cookie, { isSecure: isSecure(source) })]);
    return c.json({ csrfToken: csrf.token });
  });

  routes.get("/providers", async (c) => {
    const provider = await findProvider(services.db);
    const known = [
      { id: credentialsProvider, name: "E-Mail und Passwort", type: "credentials" },
      ...(provider ? [{ id: providerId, name: provider.label, type: "oauth" }] : []),
    ];
    const at = (path: string, id: string) => `${c.get("origin")}/api/auth/${path}/${id}`;
    const urls = (id: string) => ({ signinUrl: at("signin", id), callbackUrl: at("callback", id) });
    return c.json(Object.fromEntries(known.map((one) => [one.id, { ...one, ...urls(one.id) }])));
  });
}
