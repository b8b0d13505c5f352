// @vitest-environment happy-dom
import { act, queryByRole } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { SessionProvider, useSession } from "../../../app/lib/people/session.tsx";
import type { Session } from "../../../contract/auth/auth.ts";
import { button, click, render } from "../../support/browser/render.tsx";
import { until } from "../../support/until.ts";

const jana = person("u1", "Jana Petersen");
const timo = person("u2", "Timo Berg");

function person(id: string, name: string): Session {
  const user = { id, name, email: `${id}@agentur.example`, image: null, role: "member" as const };
  return { user, expires: "2026-12-20T09:13:00.000Z" };
}

interface Call {
  path: string;
  body: string;
  answer: (response: Response) => void;
}

let calls: Call[];
const assign = vi.fn();
const reload = vi.fn();

beforeEach(() => {
  calls = [];
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    calls.push({ path, body: String(init?.body ?? ""), answer: resolve });
    return promise;
  });
  vi.spyOn(window.location, "assign").mockImplementation(assign.mockReset());
  vi.spyOn(window.location, "reload").mockImplementation(reload.mockReset());
  return () => vi.unstubAllGlobals();
});

const sessionCalls = () => calls.filter((call) => call.path === "/api/auth/session");

/** Answers a call once the page has made it. */
async function answer(call: () => Call | undefined, body: unknown, status = 200) {
  await until(() => expect(call()).toBeDefined());
  await act(async () => call()?.answer(Response.json(body, { status })));
}

function Shown() {
  const { data, status, signOut } = useSession();
  return (
    <>
      <p>{`${status}: ${data?.user.name ?? "niemand"}`}</p>
      <button type="button" onClick={() => signOut().catch(() => undefined)}>
        Abmelden
      </button>
    </>
  );
}

function show(session: Session | null | undefined, props: { refetchIntervalMs?: number } = {}) {
  const { host } = render(
    <SessionProvider session={session} {...props}>
      <Shown />
    </SessionProvider>,
  );
  return () => queryByRole(host, "paragraph")?.textContent;
}

const focusWindow = () => act(() => void window.dispatchEvent(new Event("focus")));

test("a session fetch that fails signs nobody out and is logged here and at the server", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const shown = show(jana);
  focusWindow();
  await answer(() => calls[0], {}, 503);
  await until(() => expect(calls.map(({ path }) => path)).toContain("/api/auth/_log"));
  expect(shown()).toBe("authenticated: Jana Petersen");
  expect(logged.mock.calls[0]?.join(" ")).toContain("CLIENT_SESSION_ERROR");
  logged.mockRestore();
  const log = calls.find((call) => call.path === "/api/auth/_log");
  expect(new URLSearchParams(log?.body).get("code")).toBe("CLIENT_SESSION_ERROR");
  expect(log?.body).not.toContain("Jana");
});

test("an answer that was overtaken by a later one changes nothing", async () => {
  const shown = show(jana);
  focusWindow();
  focusWindow();
  await answer(() => calls[1], jana);
  await answer(() => calls[0], {});
  await until(() => expect(shown()).toBe("authenticated: Jana Petersen"));
});

test("without a connection the last session stays and nothing is asked", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const shown = show(jana);
  focusWindow();
  expect(calls).toEqual([]);
  expect(shown()).toBe("authenticated: Jana Petersen");
});

test("a page that gives no session is loading until the server answers", async () => {
  const shown = show(undefined);
  expect(shown()).toBe("loading: niemand");
  await answer(() => sessionCalls()[0], jana);
  await until(() => expect(shown()).toBe("authenticated: Jana Petersen"));
});

test("a page that gives a session, or none on purpose, asks nothing at first", () => {
  expect(show(jana)()).toBe("authenticated: Jana Petersen");
  expect(show(null)()).toBe("unauthenticated: niemand");
  expect(calls).toEqual([]);
});

test("a window that gets the focus learns that the session has ended", async () => {
  const shown = show(jana);
  focusWindow();
  await answer(() => calls[0], {});
  await until(() => expect(shown()).toBe("unauthenticated: niemand"));
});

test("a sign-out in another tab signs out this one", async () => {
  const shown = show(jana);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "ui-color-scheme", newValue: "dark" })));
  expect(calls).toEqual([]);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "nextauth.message", newValue: "{}" })));
  await answer(() => calls[0], {});
  await until(() => expect(shown()).toBe("unauthenticated: niemand"));
});

test("a page that comes with another session shows it at once", () => {
  const { host, again } = render(
    <SessionProvider session={null}>
      <Shown />
    </SessionProvider>,
  );
  again(
    <SessionProvider session={jana}>
      <Shown />
    </SessionProvider>,
  );
  expect(queryByRole(host, "paragraph")?.textContent).toBe("authenticated: Jana Petersen");
  expect(calls).toEqual([]);
});

test("polling asks again after each interval", async () => {
  vi.useFakeTimers();
  show(jana, { refetchIntervalMs: 60_000 });
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(sessionCalls()).toHaveLength(2);
  vi.useRealTimers();
});

test("when another person signs in elsewhere, the page starts over", async () => {
  show(jana);
  focusWindow();
  await answer(() => calls[0], timo);
  await until(() => expect(reload).toHaveBeenCalledOnce());
});

test("signing out sends the token, tells the other tabs and opens the sign-in page", async () => {
  const shown = show(jana);
  await click(button(document.body, "Abmelden"));
  expect(calls[0]?.path).toBe("/api/auth/csrf");
  await answer(() => calls[0], { csrfToken: "token-1" });
  await until(() => expect(calls[1]?.path).toBe("/api/auth/signout"));
  expect(new URLSearchParams(calls[1]?.body).get("csrfToken")).toBe("token-1");
  await answer(() => calls[1], { url: "/auth/signin" });
  await until(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/auth/signin"));
  expect(localStorage.getItem("nextauth.message")).toContain("signout");
  expect(shown()).toBe("authenticated: Jana Petersen");
});

test("the way back after signing out asks whether the session is still there", async () => {
  const shown = show(jana);
  await click(button(document.body, "Abmelden"));
  await answer(() => calls[0], { csrfToken: "token-1" });
  await answer(() => calls[1], { url: "/auth/signin" });
  await until(() => expect(assign).toHaveBeenCalledOnce());
  act(() => void window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));
  await answer(() => calls[2], {});
  await until(() => expect(shown()).toBe("unauthenticated: niemand"));
});

test("a sign-out that the server refuses leaves everything as it is", async () => {
  localStorage.clear();
  const shown = show(jana);
  await click(button(document.body, "Abmelden"));
  await answer(() => calls[0], { csrfToken: "token-1" });
  await answer(() => calls[1], {}, 500);
  expect(assign).not.toHaveBeenCalled();
  expect(localStorage.getItem("nextauth.message")).toBeNull();
  expect(shown()).toBe("authenticated: Jana Petersen");
});
