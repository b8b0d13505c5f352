import type {
  enrolPath as contractEnrolPath,
  signInPath as contractPath,
  Session,
} from "../../../contract/auth/auth.ts";

/** Typed by the contract, not imported from it: its schemas would come into the first load of the sign-in page. */
export const signInPath: typeof contractPath = "/auth/signin";

export const enrolPath: typeof contractEnrolPath = "/auth/enrol";

const broadcastKey = "nextauth.message";

const isSession = (body: Partial<Session> | null): body is Session => body?.user !== undefined;

/** Reads the session from the server; null when nobody is signed in, throws when there was no answer. */
export async function fetchSession(): Promise<Session | null> {
  const response = await fetch("/api/auth/session", { headers: { accept: "application/json" }, cache: "no-store" });
  if (!response.ok) throw new Error(`GET /api/auth/session answered ${response.status}`);
  const body: Partial<Session> | null = await response.json();
  return isSession(body) ? body : null;
}

/** Reports a failed session fetch to the console and to the server's log; never throws. */
export function logSessionFailure(cause: unknown): void {
  const message = cause instanceof Error ? cause.message : String(cause);
  // biome-ignore lint/suspicious/noConsole: the spec asks for it by this name
  console.error("[auth] CLIENT_SESSION_ERROR", message);
  const body = new URLSearchParams({ level: "error", code: "CLIENT_SESSION_ERROR", message });
  fetch("/api/auth/_log", { method: "POST", body, keepalive: true }).catch(() => undefined);
}

/** The token that forms of this browser carry; throws when there was no answer. */
export async function readCsrfToken(): Promise<string> {
  const csrf = await fetch("/api/auth/csrf", { cache: "no-store" });
  if (!csrf.ok) throw new Error(`GET /api/auth/csrf answered ${csrf.status}`);
  const { csrfToken }: { csrfToken: string } = await csrf.json();
  return csrfToken;
}

/** Ends the session on the server and returns where to go; throws when the server did not end it. */
export async function requestSignOut(): Promise<string> {
  const csrfToken = await readCsrfToken();
  const body = new URLSearchParams({ csrfToken, callbackUrl: signInPath, json: "true" });
  const response = await fetch("/api/auth/signout", { method: "POST", body });
  if (!response.ok) throw new Error(`POST /api/auth/signout answered ${response.status}`);
  return signInPath;
}

/** Tells the other tabs of this browser that the session changed. */
export function broadcastSession(trigger: "signout" | "getSession"): void {
  const message = { event: "session", data: { trigger }, timestamp: Date.now() };
  try {
    localStorage.setItem(broadcastKey, JSON.stringify(message));
  } catch {
    // Without local storage the other tabs learn it when they get the focus.
  }
}

/** Calls back when another tab says that the session changed. */
export function onSessionBroadcast(listener: () => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.key === broadcastKey && event.newValue) listener();
  };
  window.addEventListener("storage", handle);
  return () => window.removeEventListener("storage", handle);
}

const doubted = "session-doubted";

/** Has the session read again, because the server took a call for a stranger's. */
export function doubtSession(): void {
  window.dispatchEvent(new Event(doubted));
}

/** Calls back when a call was refused as a stranger's. */
export function onSessionDoubted(listener: () => void): () => void {
  window.addEventListener(doubted, listener);
  return () => window.removeEventListener(doubted, listener);
}
