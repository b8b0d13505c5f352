import { useMatches } from "@remix-run/react";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { Session } from "../../../contract/auth/auth.ts";
import { fieldsIn } from "../../../contract/narrowing.ts";
import { hasUnsaved, useHasUnsaved } from "../unsaved.ts";
import {
  broadcastSession,
  enrolPath,
  fetchSession,
  logSessionFailure,
  onSessionBroadcast,
  onSessionDoubted,
  requestSignOut,
  signInPath,
} from "./session-client.ts";

export type SessionStatus = "loading" | "authenticated" | "unauthenticated";

interface SessionState {
  data: Session | null;
  status: SessionStatus;
  /** The session is over, and a form holds what is not saved: the page stays as it is until somebody signs in again. */
  isEnded: boolean;
  /** Reads the session again, here and in the other tabs. */
  update: () => Promise<void>;
  /**
   * Ends the session, does what is left to do here and opens the sign-in page; rejects when the server did not end it.
   */
  signOut: (beforeLeaving?: () => Promise<unknown>) => Promise<void>;
}

const SessionContext = createContext<SessionState | undefined>(undefined);
const retryMs = 3000;

interface SessionProviderProps {
  /** From the page; undefined means not known yet. */
  session: Session | null | undefined;
  children: ReactNode;
  refetchIntervalMs?: number;
  refetchOnWindowFocus?: boolean;
}

type Occasions = Pick<SessionProviderProps, "refetchOnWindowFocus" | "refetchIntervalMs">;

/** Reads the session again when the person comes back to the window, and from time to time if asked. */
function useRefetchOccasions(refetch: () => Promise<void>, occasions: Occasions): void {
  const { refetchOnWindowFocus, refetchIntervalMs } = occasions;
  useEffect(() => {
    if (!refetchOnWindowFocus) return;
    const onFocus = () => document.visibilityState === "visible" && void refetch();
    document.addEventListener("visibilitychange", onFocus);
    window.addEventListener("focus", onFocus);
    return () => {
      document.removeEventListener("visibilitychange", onFocus);
      window.removeEventListener("focus", onFocus);
    };
  }, [refetchOnWindowFocus, refetch]);

  useEffect(() => {
    if (!refetchIntervalMs) return;
    const timer = setInterval(refetch, refetchIntervalMs);
    return () => clearInterval(timer);
  }, [refetchIntervalMs, refetch]);
}

/** Keeps the session of spec section 4 current: on window focus, when another tab changes it, and by polling if asked. */
export function SessionProvider(props: SessionProviderProps) {
  const { session: given, children, refetchIntervalMs, refetchOnWindowFocus = true } = props;
  const [session, setSession] = useState(given);
  const [isEnded, setEnded] = useState(false);
  const [lastGiven, setLastGiven] = useState(given);
  const current = useRef(given);
  const asked = useRef(0);
  const answered = useRef(0);
  const isLeaving = useRef(false);

  // While rendering, not afterwards: a page that comes together with its session must not meet the guard without it.
  if (given !== lastGiven) {
    setLastGiven(given);
    if (given !== undefined && !(given === null && hasUnsaved())) setSession(given);
  }

  const take = useCallback((next: Session | null, order: number) => {
    if (isLeaving.current || order < answered.current) return;
    answered.current = order;
    const before = current.current;
    const isHeld = next === null && before != null && hasUnsaved();
    setEnded(isHeld);
    if (isHeld) return;
    current.current = next;
    // Everything on screen belongs to the person who was signed in before.
    if (before && next && before.user.id !== next.user.id) return window.location.reload();
    setSession((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
  }, []);

  const refetch = useCallback(async () => {
    if (!navigator.onLine) return;
    asked.current += 1;
    const order = asked.current;
    try {
      take(await fetchSession(), order);
    } catch (cause) {
      if (!isLeaving.current) logSessionFailure(cause);
    }
  }, [take]);

  useEffect(() => {
    if (given === undefined || given === current.current) return;
    asked.current += 1;
    take(given, asked.current);
  }, [given, take]);

  const isUnknown = session === undefined;
  useEffect(() => {
    if (!isUnknown) return;
    void refetch();
    const timer = setInterval(refetch, retryMs);
    return () => clearInterval(timer);
  }, [isUnknown, refetch]);

  useEffect(() => onSessionBroadcast(refetch), [refetch]);
  useEffect(() => onSessionDoubted(refetch), [refetch]);

  // Somebody may sign in anywhere in this browser, or let go of what was not saved.
  const isHeld = useHasUnsaved();
  useEffect(() => {
    if (!isEnded) return;
    if (!isHeld) return void refetch();
    const timer = setInterval(refetch, retryMs);
    return () => clearInterval(timer);
  }, [isEnded, isHeld, refetch]);

  useEffect(() => {
    // The way back after a sign-out can bring the page as it was, with everything on it.
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isLeaving.current = false;
      void refetch();
    };
    window.addEventListener("pageshow", comeBack);
    return () => window.removeEventListener("pageshow", comeBack);
  }, [refetch]);

  useRefetchOccasions(refetch, { refetchOnWindowFocus, refetchIntervalMs });

  const update = useCallback(async () => {
    await refetch();
    broadcastSession("getSession");
  }, [refetch]);

  const signOut = useCallback(async (beforeLeaving?: () => Promise<unknown>) => {
    const url = await requestSignOut();
    isLeaving.current = true;
    broadcastSession("signout");
    await beforeLeaving?.().catch(() => undefined);
    window.location.assign(url);
  }, []);

  const value = useMemo<SessionState>(() => {
    const status = session === undefined ? "loading" : session ? "authenticated" : "unauthenticated";
    return { data: session ?? null, status, isEnded, update, signOut };
  }, [session, isEnded, update, signOut]);
  return <SessionContext.Provider value={value}>{children}</SessionContext.Provider>;
}

/** The session of the page and what can be done with it. */
export function useSession(): SessionState {
  const state = useContext(SessionContext);
  if (!state) throw new Error("useSession needs a SessionProvider above it");
  return state;
}

/** The client's half of the page guard: only `handle.secure === false` is open; `loading` shows while nothing is decided. */
export function PageGuard({ loading, children }: { loading: ReactNode; children: ReactNode }) {
  const { data, status } = useSession();
  const isOpen = fieldsIn(useMatches().at(-1)?.handle).secure === false;
  const isRefused = !isOpen && status === "unauthenticated";
  const isHeldBack = !isOpen && data?.mustSetUpSecondFactor === true;

  useEffect(() => {
    if (!isRefused) return;
    const callbackUrl = window.location.pathname + window.location.search;
    window.location.assign(`${signInPath}?${new URLSearchParams({ error: "SessionRequired", callbackUrl })}`);
  }, [isRefused]);

  useEffect(() => {
    if (isHeldBack) window.location.assign(enrolPath);
  }, [isHeldBack]);

  return <>{status === "loading" || isRefused || isHeldBack ? loading : children}</>;
}
