import type { Role } from "../roles.ts";
import { dayMs, minuteMs } from "../time/durations.ts";
import type { Preferences } from "../users/preferences.ts";
import { z } from "../zod.ts";

export const sessionMaxAgeMs = 30 * dayMs;
/** How long a session lives at most, however often it is used. */
export const sessionLifetimeMs = 90 * dayMs;
export const signInPath = "/auth/signin";
export const setupPath = "/auth/setup";
export const joinPath = "/auth/join";
export const secondStepPath = "/auth/second-step";
export const confirmEmailPath = "/auth/email";
export const enrolPath = "/auth/enrol";
export const authErrorPath = "/auth/error";

/** How somebody came in; `link` is an invitation or a link for a new password. */
export type SignInMethod = "password" | "totp" | "recoveryCode" | "passkey" | "provider" | "link";

/** For how long a proof of who somebody is counts for procedures that want one. */
export const recentMs = 10 * minuteMs;

/** Input of the sign-in form; a wrong shape answers like a wrong password. */
export const credentials = z.object({ email: z.string().max(254), password: z.string().max(200) });

/** Signed-in person as the page and `GET /api/auth/session` see them (NextAuth 4's shape: `user`, `expires`). */
export interface Session {
  user: { id: string; name: string; email: string; image: string | null; role: Role };
  /** ISO 8601, UTC. */
  expires: string;
  /** Until they have a second factor, they may do nothing but set one up. */
  mustSetUpSecondFactor?: true;
  /** How they want the portal, as far as that differs from the rest. */
  preferences?: Partial<Preferences>;
  /** What this browser stored through `POST /api/auth/session`; the server never decides by it. */
  data?: SessionData;
}

export const sessionDataMaxBytes = 4096;
export const sessionData = z.record(z.string().max(100), z.json());
export type SessionData = z.infer<typeof sessionData>;

/** Codes in `?error=` of the sign-in page and their sentences, product.md 2.11. */
export const signInErrors = {
  CredentialsSignin: "E-Mail oder Passwort ist falsch.",
  SessionRequired: "Bitte melde dich an, um fortzufahren.",
  OAuthAccountNotLinked: "Dieses Konto ist mit einer anderen Anmeldeart verknüpft.",
  AccessDenied: "Für dich gibt es hier keinen Zugang. Bitte wende dich an die Administration.",
  EmailNotVerified: "Dein Anbieter hat deine E-Mail-Adresse nicht bestätigt.",
  OAuthSignin: "Dein Anbieter ist gerade nicht erreichbar. Bitte versuche es später erneut.",
  OAuthCallback: "Dein Anbieter hat die Anmeldung nicht bestätigt. Bitte versuche es erneut.",
  OAuthNetwork:
    "Das Portal darf deinen Anbieter nicht erreichen: Sein Netz ist in Einstellungen → Netzwerk nicht erlaubt. Bitte wende dich an die Administration.",
  CodeInvalid: "Code ungültig oder abgelaufen.",
  PasskeyInvalid: "Dieser Passkey gilt hier nicht, oder die Anfrage ist abgelaufen.",
  SecondStepExpired: "Die Anmeldung hat zu lange gedauert. Bitte melde dich erneut an.",
  RateLimited: "Zu viele Versuche.",
  MissingCSRF: "Das Formular ist abgelaufen. Bitte versuche es erneut.",
  StorageFull:
    "Der Speicherplatz des Portals ist voll. Anmelden kannst du dich erst wieder, wenn die Administration Platz geschaffen hat.",
  Configuration: "Die Anmeldung ist nicht eingerichtet.",
  default: "Die Anmeldung ist fehlgeschlagen. Bitte versuche es erneut.",
} as const;
export type SignInError = keyof typeof signInErrors;

/** The authentication error codes of spec section 8, under which the server and client log. */
export const authErrorCodes = [
  "MISSING_NEXTAUTH_API_ROUTE_ERROR",
  "NO_SECRET",
  "CALLBACK_CREDENTIALS_HANDLER_ERROR",
  "EMAIL_REQUIRES_ADAPTER_ERROR",
  "MISSING_ADAPTER_METHODS_ERROR",
  "CALLBACK_CREDENTIALS_JWT_ERROR",
  "INVALID_CALLBACK_URL_ERROR",
  "OAUTH_CALLBACK_ERROR",
  "CLIENT_SESSION_ERROR",
] as const;
export type AuthErrorCode = (typeof authErrorCodes)[number];

/** Message of a locked sign-in; `retryAfterMs` is rounded up to whole minutes. */
export function lockedMessage(retryAfterMs: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / 60_000));
  return `Zu viele Versuche. Bitte in ${minutes} ${minutes === 1 ? "Minute" : "Minuten"} erneut.`;
}

/** Returns a same-origin path for a `callbackUrl`, or undefined when it leads anywhere else. */
export function sameOriginPath(callbackUrl: string, origin: string): string | undefined {
  try {
    const url = new URL(callbackUrl, origin);
    if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return undefined;
    // A path that begins with two slashes would name another host when it is redirected to.
    return url.pathname.startsWith("//") ? undefined : url.pathname + url.search + url.hash;
  } catch {
    return undefined;
  }
}
