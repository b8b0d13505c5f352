import type { Hono } from "hono";
import { recentMs } from "../../../contract/auth/auth.ts";
import { escapeHtml } from "../../../contract/document/html.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { endedStepCookie, stepCookie } from "../../auth/cookies.ts";
import { isRecent } from "../../auth/recent.ts";
import type { SignedIn } from "../../auth/sessions.ts";
import { SignInRefusal } from "../../auth/sign-in.ts";
import { findProvider, providerId } from "../../features/security/provider-client.ts";
import { askProvider, type Purpose, takeProviderAnswer } from "../../features/security/provider-sign-in.ts";
import type { HttpEnv } from "../app.ts";
import { type AuthContext, type AuthSurroundings, type Body, readBody, setCookies, signInPathWith } from "./answers.ts";
import { entryOf, refusalOf } from "./credentials.ts";
import { browserOf, isSecure, landingPath } from "./request.ts";

/** The way to the provider and back. Without a provider these URLs are left to the routes after them. */
export function addProviderRoutes(
  routes: Hono<HttpEnv>,
  { services, sourceOf, isForged, sessionOf }: AuthSurroundings,
): void {
  routes.post(`/signin/${providerId}`, async (c, next) => {
    const provider = await findProvider(services.db);
    if (!provider) return next();
    const source = sourceOf(c);
    const body = await readBody(c);
    if (isForged(source, body)) return refuse(c, body, signInPathWith({ error: "MissingCSRF" }), 403);
    const callbackUrl = landingPath(source, body.callbackUrl);
    const purpose = purposeOf(body);
    try {
      const userId = await allowedFor(purpose, await sessionOf(c));
      const asked = await askProvider(services, provider, { purpose, callbackUrl, origin: source.origin, userId });
      setCookies(c, [stepCookie("provider", asked.token, isSecure(source), recentMs)]);
      return wantsJson(body) ? c.json({ url: asked.url }) : c.html(leave(asked.url, provider.label));
    } catch (error) {
      return refuse(c, body, refusalPath(error, purpose, callbackUrl), 401);
    }
  });

  routes.get(`/callback/${providerId}`, async (c) => {
    const source = sourceOf(c);
    const browser = browserOf(source);
    const token = browser.providerToken;
    setCookies(c, [endedStepCookie("provider", isSecure(source))]);
    try {
      const url = new URL(c.req.url);
      const signedIn = await sessionOf(c);
      const answer = await takeProviderAnswer(services, { url, origin: source.origin, token, signedIn }, browser);
      if ("confirmed" in answer) return c.html(note("Bestätigt", confirmedText));
      if ("trial" in answer) return c.redirect(withQuery(answer.callbackUrl, { trial: answer.trial }));
      if ("linked" in answer) return c.redirect(withQuery(answer.callbackUrl, { linked: "1" }));
      const { setCookie, redirectTo } = await entryOf(source, answer.entry, answer.callbackUrl);
      setCookies(c, setCookie);
      return c.redirect(redirectTo);
    } catch (error) {
      const { error: code } = refusalOf(error);
      source.log.info({ code, method: "provider" }, "sign-in refused");
      const person = await sessionOf(c);
      if (!person) return c.redirect(signInPathWith({ error: code }));
      return c.redirect(withQuery(`/users/${person.session.user.id}/security`, { error: code }));
    }
  });

  /** Linking changes how somebody signs in, so it wants a recent proof; trying out belongs to whoever may set up. */
  async function allowedFor(purpose: Purpose, signedIn: SignedIn | undefined): Promise<string | undefined> {
    if (purpose === "signIn") return undefined;
    if (!signedIn) throw new SignInRefusal("SessionRequired");
    const { id, role } = signedIn.session.user;
    const isAllowed = {
      confirm: () => true,
      link: () => isRecent(services.db, signedIn.sessionId, services.now()),
      test: () => hasAbility(role, "manageSettings"),
    }[purpose];
    if (!(await isAllowed())) throw new SignInRefusal("SessionRequired");
    return id;
  }
}

const signedInPurposes: readonly Purpose[] = ["link", "test", "confirm"];
const purposeOf = ({ purpose }: Body): Purpose => signedInPurposes.find((known) => known === purpose) ?? "signIn";
const wantsJson = ({ json }: Body) => json === true || json === "true";

function refusalPath(error: unknown, purpose: Purpose, callbackUrl: string): string {
  const { error: code } = refusalOf(error);
  return purpose === "signIn" ? signInPathWith({ error: code, callbackUrl }) : withQuery(callbackUrl, { error: code });
}

function refuse(c: AuthContext, body: Body, path: string, status: 401 | 403): Response {
  return wantsJson(body) ? c.json({ url: new URL(path, c.get("origin")).href }, status) : c.redirect(path, 303);
}

function withQuery(path: string, query: Record<string, string>): string {
  const [pathname = "/", hash] = path.split("#");
  const joined = `${pathname}${pathname.includes("?") ? "&" : "?"}${new URLSearchParams(query)}`;
  return hash ? `${joined}#${hash}` : joined;
}

const confirmedText = "Du kannst diesen Tab schließen: Im anderen geht es weiter.";

/** A page that leads on by itself: the policy of our pages lets no form be redirected to another origin. */
function leave(url: string, label: string): string {
  const refresh = `<meta http-equiv="refresh" content="0;url=${escapeHtml(url)}">`;
  return bare(label, `<p><a href="${escapeHtml(url)}">Weiter zu ${escapeHtml(label)}</a></p>`, refresh);
}

/** A page at the end of a tab that was opened for one thing. */
const note = (title: string, text: string) => bare(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);

const bare = (title: string, body: string, head = "") =>
  `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">${head}<title>${escapeHtml(title)}</title></head><body>${body}</body></html>`;
