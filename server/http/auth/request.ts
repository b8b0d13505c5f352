import { sameOriginPath } from "../../../contract/auth/auth.ts";
import { cookieNames, readCookie } from "../../auth/cookies.ts";
import type { Browser } from "../../auth/surroundings.ts";
import type { SetUp } from "../../features/users/set-up.ts";
import type { Log } from "../../log.ts";
import type { Services } from "../../trpc/context.ts";

/** A request about accounts, and where it comes from. */
export interface AuthRequest {
  services: Services;
  setUp: SetUp | undefined;
  headers: Headers;
  origin: string;
  ip: string | undefined;
  log: Log;
}

export function isSecure({ origin }: AuthRequest): boolean {
  return origin.startsWith("https:");
}

export function browserOf(request: AuthRequest): Browser & { secondStepToken?: string; providerToken?: string } {
  const names = cookieNames(isSecure(request));
  const cookies = request.headers.get("cookie");
  return {
    ip: request.ip,
    userAgent: request.headers.get("user-agent") ?? undefined,
    sessionToken: readCookie(cookies, names.session),
    deviceToken: readCookie(cookies, names.device),
    secondStepToken: readCookie(cookies, names.secondStep),
    providerToken: readCookie(cookies, names.provider),
  };
}

export function csrfCookieOf(request: AuthRequest): string | undefined {
  return readCookie(request.headers.get("cookie"), cookieNames(isSecure(request)).csrf);
}

/** Where to go afterwards: the path of a callbackUrl of this origin, else `otherwise`. */
export function landingPath({ origin, log }: AuthRequest, callbackUrl: unknown, otherwise = "/"): string {
  if (typeof callbackUrl !== "string" || callbackUrl === "") return otherwise;
  const path = sameOriginPath(callbackUrl, origin);
  if (path === undefined) log.warn({ code: "INVALID_CALLBACK_URL_ERROR" }, "callbackUrl leads to another origin");
  return path ?? otherwise;
}
