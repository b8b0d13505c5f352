import { sessionMaxAgeMs } from "../../contract/auth/auth.ts";
import { dayMs } from "../../contract/time/durations.ts";

/** Cookie names; `__Host-` binds a cookie to this host over TLS (RFC 6265bis). */
export function cookieNames(isSecure: boolean) {
  const prefix = isSecure ? "__Host-" : "";
  return {
    session: `${prefix}techcenter.session`,
    csrf: `${prefix}techcenter.csrf`,
    /** A sign-in that lacks its second step. */
    secondStep: `${prefix}techcenter.second-step`,
    /** In which accounts this browser has been before; see devices.ts. */
    device: `${prefix}techcenter.device`,
    /** A sign-in that a provider is asked about. */
    provider: `${prefix}techcenter.provider`,
  };
}

/** Reads one cookie of a Cookie header; undefined when it is absent or not decodable. */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  for (const part of header?.split(";") ?? []) {
    const [key, ...value] = part.trim().split("=");
    if (key !== name) continue;
    try {
      return decodeURIComponent(value.join("="));
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** A Set-Cookie value: HttpOnly, SameSite=Lax, Path=/; `maxAgeMs: 0` deletes. */
export function serializeCookie(
  name: string,
  value: string,
  options: { isSecure: boolean; maxAgeMs?: number },
): string {
  const age = options.maxAgeMs === undefined ? "" : `; Max-Age=${Math.floor(options.maxAgeMs / 1000)}`;
  return `${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Lax${age}${options.isSecure ? "; Secure" : ""}`;
}

/** Keeps a session's token in the browser for as long as the session may rest. */
export function sessionCookie(token: string, isSecure: boolean): string {
  return serializeCookie(cookieNames(isSecure).session, token, { isSecure, maxAgeMs: sessionMaxAgeMs });
}

const deviceMaxAgeMs = 365 * dayMs;

/** Lets a browser be known at its next sign-in. */
export function deviceCookie(value: string, isSecure: boolean): string {
  return serializeCookie(cookieNames(isSecure).device, value, { isSecure, maxAgeMs: deviceMaxAgeMs });
}

/** Keeps the token of a step that this browser has begun. */
export function stepCookie(
  name: "secondStep" | "provider",
  token: string,
  isSecure: boolean,
  maxAgeMs: number,
): string {
  return serializeCookie(cookieNames(isSecure)[name], token, { isSecure, maxAgeMs });
}

/** Takes such a token from the browser. */
export function endedStepCookie(name: "secondStep" | "provider", isSecure: boolean): string {
  return serializeCookie(cookieNames(isSecure)[name], "", { isSecure, maxAgeMs: 0 });
}

/** Takes the session's token from the browser. */
export function endedSessionCookie(isSecure: boolean): string {
  return serializeCookie(cookieNames(isSecure).session, "", { isSecure, maxAgeMs: 0 });
}
