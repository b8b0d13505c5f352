// @vitest-environment happy-dom
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { PageGuard, SessionProvider } from "../../../app/lib/people/session.tsx";
import type { Session } from "../../../contract/auth/auth.ts";
import { render } from "../../support/browser/render.tsx";

const session: Session = {
  user: { id: "u1", name: "Jana Petersen", email: "jana@agentur.example", image: null, role: "member" },
  expires: "2026-12-20T09:13:00.000Z",
};
const assign = vi.fn();

beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  window.history.replaceState(null, "", "/websites?q=a%26b");
  vi.spyOn(window.location, "assign").mockImplementation(assign.mockReset());
  return () => vi.unstubAllGlobals();
});

function open(handle: unknown, given: Session | null | undefined): string | null {
  const element = <PageGuard loading={<p>lädt</p>}>Seite</PageGuard>;
  const router = createMemoryRouter([{ path: "/", element, handle }], {
    future: { v7_relativeSplatPath: true },
  });
  const { host } = render(
    <SessionProvider session={given}>
      <RouterProvider router={router} future={{ v7_startTransition: true }} />
    </SessionProvider>,
  );
  return host.textContent;
}

const secure: [string, unknown][] = [
  ["no mark", undefined],
  ["the mark secure", { secure: true }],
  ["a mark that is no boolean", { secure: "false" }],
  ["a mark that is empty", { secure: undefined }],
  ["another handle", {}],
];

test.each(secure)("a page with %s sends a stranger to the sign-in page and shows nothing of itself", (_, handle) => {
  expect(open(handle, null)).toBe("lädt");
  expect(assign).toHaveBeenCalledExactlyOnceWith(
    "/auth/signin?error=SessionRequired&callbackUrl=%2Fwebsites%3Fq%3Da%2526b",
  );
});

test.each(secure)("a page with %s opens with a session", (_, handle) => {
  expect(open(handle, session)).toBe("Seite");
  expect(assign).not.toHaveBeenCalled();
});

test("while the session is not known every page shows that it loads", () => {
  expect(open({ secure: false }, undefined)).toBe("lädt");
  expect(open(undefined, undefined)).toBe("lädt");
  expect(assign).not.toHaveBeenCalled();
});

test("a page marked as not secure opens without a session", () => {
  expect(open({ secure: false }, null)).toBe("Seite");
  expect(assign).not.toHaveBeenCalled();
});

test("a secure page that comes together with its session opens at once", () => {
  const page = (
    <RouterProvider
      router={createMemoryRouter([{ path: "/", element: <PageGuard loading={<p>lädt</p>}>Seite</PageGuard> }], {
        future: { v7_relativeSplatPath: true },
      })}
      future={{ v7_startTransition: true }}
    />
  );
  const { host, again } = render(<SessionProvider session={null}>Anmelden</SessionProvider>);
  again(<SessionProvider session={session}>{page}</SessionProvider>);
  expect(host.textContent).toBe("Seite");
  expect(assign).not.toHaveBeenCalled();
});
