import { lockedMessage, type SignInError, secondStepPath, signInErrors } from "../../../contract/auth/auth.ts";
import { accessEpochOf } from "../../auth/access-epoch.ts";
import { createAuthenticator, credentialsProvider } from "../../auth/authenticator.ts";
import { deviceCookie, endedStepCookie, sessionCookie, stepCookie } from "../../auth/cookies.ts";
import { type DeviceOwner, knownDevice, rememberDevice } from "../../auth/devices.ts";
import { type Entry, enter, secondStepMs } from "../../auth/second-step.ts";
import { SignInRefusal } from "../../auth/sign-in.ts";
import { asProblem } from "../../problem.ts";
import { type AuthRequest, browserOf, isSecure } from "./request.ts";

export interface EntryRefused {
  ok: false;
  error: SignInError;
  message: string;
  retryAfterMs: number | undefined;
}

export type EntryAnswer = { ok: true; setCookie: string[]; redirectTo: string } | EntryRefused;

/** Signs in with what a form or a JSON body brought, through the authenticator; errors other than refusals pass. */
export function signInWithCredentials(
  request: AuthRequest,
  fields: { email: unknown; password: unknown },
  callbackUrl: string,
): Promise<EntryAnswer> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (typeof value === "string") form.set(name, value);
  const browser = browserOf(request);
  return answerEntry(request, callbackUrl, async () => {
    const posted = new Request(request.origin, { method: "POST", body: form });
    const account = await createAuthenticator(request.services, browser).authenticate(credentialsProvider, posted);
    return enter(request.services, account, browser, { method: "password", callbackUrl });
  });
}

/** Turns what lets somebody in, or a SignInRefusal, into cookies and the way on. */
export async function answerEntry(
  request: AuthRequest,
  callbackUrl: string,
  attempt: () => Promise<Entry & { callbackUrl?: string }>,
): Promise<EntryAnswer> {
  try {
    const entry = await attempt();
    return { ok: true, ...(await entryOf(request, entry, entry.callbackUrl ?? callbackUrl)) };
  } catch (error) {
    const refused = refusalOf(error);
    request.log.info({ code: refused.error }, "sign-in refused");
    return refused;
  }
}

/** The cookies of an entry, and where it leads: who was on the way to no other page begins where they like to. */
export async function entryOf(request: AuthRequest, entry: Entry, callbackUrl: string) {
  const secure = isSecure(request);
  if (entry.secondStep !== undefined)
    return {
      setCookie: [stepCookie("secondStep", entry.secondStep, secure, secondStepMs)],
      redirectTo: secondStepPath,
    };
  const { deviceToken, secondStepToken } = browserOf(request);
  const { db, signingKey } = request.services;
  const owner = { id: entry.userId, accessEpoch: await accessEpochOf(db, entry.userId) };
  const device = rememberDevice(deviceToken, owner, signingKey);
  const ended = secondStepToken ? [endedStepCookie("secondStep", secure)] : [];
  const redirectTo = callbackUrl === "/" ? (entry.startPage ?? "/") : callbackUrl;
  return { setCookie: [deviceCookie(device, secure), sessionCookie(entry.token, secure), ...ended], redirectTo };
}

/**
 * The cookie by which a browser that was known to an account stays so in the epoch that its person has just begun; none
 * for a browser that was not.
 */
export function rememberedCookies(request: AuthRequest, owner: DeviceOwner): string[] {
  const { deviceToken } = browserOf(request);
  const { signingKey } = request.services;
  const former = { ...owner, accessEpoch: owner.accessEpoch - 1 };
  if (!knownDevice(deviceToken, former, signingKey)) return [];
  return [deviceCookie(rememberDevice(deviceToken, owner, signingKey), isSecure(request))];
}

/** What to say about a refused sign-in; throws on what is no refusal. */
export function refusalOf(error: unknown): EntryRefused {
  const problem = asProblem(error);
  if (problem) {
    const code = problem.code === "full" ? "StorageFull" : "default";
    return { ok: false, error: code, message: problem.message, retryAfterMs: undefined };
  }
  if (!(error instanceof SignInRefusal)) throw error;
  const { code, retryAfterMs } = error;
  const message = retryAfterMs === undefined ? signInErrors[code] : lockedMessage(retryAfterMs);
  return { ok: false, error: code, message, retryAfterMs };
}
