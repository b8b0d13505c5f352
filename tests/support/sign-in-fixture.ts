import { generate } from "otplib";
import { createSession, findSession } from "../../server/auth/sessions.ts";
import type { Db } from "../../server/db/connection.ts";
import { type Api, createCaller } from "../../server/features/router.ts";
import { toContext } from "../../server/http/request-context.ts";
import type { Person } from "../../server/trpc/context.ts";
import { type BrowserFetch, browserFetch } from "./browser/browser-fetch.ts";
import { type Office, openOffice } from "./office.ts";
import { hashQuickly } from "./portal/quick-password.ts";
import { type OfficeServer, serveOffice } from "./servers/office-server.ts";

export const password = "ein langes Passwort";
export const origin = "https://portal.example";

/** An office that people sign in to over HTTP: a person with a password, and a browser that is not signed in yet. */
export interface SignInFixture {
  office: Office;
  server: OfficeServer;
  jana: Person & { email: string };
  browser: BrowserFetch;
  close(): Promise<void>;
}

let passwordHash: Promise<string> | undefined;

export async function openSignInFixture(role: Person["role"] = "member", db?: Db): Promise<SignInFixture> {
  const office = await openOffice({ db });
  passwordHash ??= hashQuickly(password);
  const email = "jana@agentur.example";
  const jana = { ...(await office.hire({ email, role, passwordHash: await passwordHash })), email };
  const server = await serveOffice(office, { env: { PUBLIC_URL: origin } });
  return { office, server, jana, browser: browserFetch(server.url), close: server.close };
}

/** The first step with the right password, or what is given instead. */
export async function firstStep({ browser, jana }: SignInFixture, fields: Record<string, string> = {}, from = browser) {
  return (await from.post("/auth/signin", { email: jana.email, password, ...fields })).json();
}

/** The second step. */
export async function secondStep({ browser }: SignInFixture, fields: Record<string, string>, from = browser) {
  return (await from.post("/auth/second-step", { kind: "totp", ...fields })).json();
}

/** Who a browser is signed in as. */
export const whoIsIn = async (from: BrowserFetch) => (await (await from("/")).json()).user;

/** The procedures as a person calls them whose sign-in was a while ago. */
export async function asSignedIn({ services }: Office, person: Person, agoMs = 0): Promise<Api> {
  const now = new Date(services.now().getTime() - agoMs);
  const { token } = await createSession(services.db, { userId: person.id, method: "password", now });
  const signedIn = await findSession(services.db, token, services.now());
  return createCaller(toContext(services, { signedIn, requestId: "test", ip: "127.0.0.1", origin }));
}

/** What an app shows for a secret, some seconds from now. */
export function codeOf({ services }: Office, secret: string, inSeconds = 0): Promise<string> {
  const epoch = Math.floor(services.now().getTime() / 1000) + inSeconds;
  return generate({ secret: secret.replaceAll(" ", ""), epoch });
}

/** Six digits that an app with a secret does not show at this time, nor shortly before or after. */
export async function wrongCode(office: Office, secret: string): Promise<string> {
  const around = await Promise.all([-60, -30, 0, 30, 60].map((seconds) => codeOf(office, secret, seconds)));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !around.includes(code)) ?? "";
}

/** Sets an app up for a person. */
export async function setUpTotp(office: Office, person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const api = await asSignedIn(office, person);
  const { secret } = await api.security.beginTotp();
  const { recoveryCodes } = await api.security.confirmTotp({ code: await codeOf(office, secret) });
  // The code that confirmed counts as used.
  office.advance(60_000);
  return { secret, recoveryCodes };
}

export const changesOf = async ({ services }: Office) =>
  services.db.selectFrom("changes").selectAll().orderBy("id").execute();
