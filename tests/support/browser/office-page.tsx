import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { onTestFinished } from "vitest";
import { DataProvider } from "../../../app/lib/api/trpc.tsx";
import { SessionProvider } from "../../../app/lib/people/session.tsx";
import { setPageMoment } from "../../../app/lib/time/portal-clock.ts";
import { recordMarks } from "../../../app/record-marks.ts";
import { RecordMarksProvider } from "../../../app/records/record-mark.tsx";
import { handleRpc } from "../../../server/http/rpc.ts";
import type { Person } from "../../../server/trpc/context.ts";
import type { Office } from "../office.ts";
import { render } from "./render.tsx";

export interface OfficePage {
  host: HTMLElement;
  /** Every procedure that was asked for, in order, with its input; a batch counts as its calls. */
  calls: { path: string; input: unknown }[];
  /** Where the router is. */
  pathname(): string;
  searchParams(): URLSearchParams;
  /** Answers the calls of a procedure with a broken connection from here on. */
  cut(path: string): void;
  restore(path: string): void;
  /** Lets the calls of a procedure wait for their answer until the function that is returned is called. */
  hold(path: string): () => void;
}

interface PageOptions {
  /** What each navigation waits for, as for the loader of a route; the first rendering does not. */
  loader?: () => Promise<null>;
}

/** Shows a part of the app as a person sees it, on the office's own procedures and by its clock. */
export async function openPage(
  office: Office,
  person: Person,
  node: ReactNode,
  { loader }: PageOptions = {},
): Promise<OfficePage> {
  const calls: OfficePage["calls"] = [];
  const isCut = new Set<string>();
  const held = new Map<string, Promise<void>>();
  const context = await office.contextOf(person);
  answerFetch(async (input, init = {}) => {
    const url = new URL(String(input), "http://portal.example");
    if (!url.pathname.startsWith("/api/trpc/")) return new Response("null");
    const paths = url.pathname.slice("/api/trpc/".length).split(",");
    const inputs = JSON.parse(String(init.body ?? url.searchParams.get("input"))) as Record<string, { json: unknown }>;
    calls.push(...paths.map((path, index) => ({ path, input: inputs[index]?.json })));
    if (paths.some((path) => isCut.has(path))) throw new TypeError("Failed to fetch");
    await Promise.all(paths.map((path) => held.get(path)));
    return handleRpc(new Request(url, init), async () => context, context.log, context.requestId);
  });
  setPageMoment(office.services.now());
  const router = createMemoryRouter([{ id: "page", path: "*", element: node, ...(loader && { loader }) }], {
    future: { v7_relativeSplatPath: true },
    hydrationData: { loaderData: { page: null } },
  });
  const { host } = render(
    <SessionProvider session={context.session}>
      <DataProvider>
        <RecordMarksProvider value={recordMarks}>
          <RouterProvider router={router} future={{ v7_startTransition: true }} />
        </RecordMarksProvider>
      </DataProvider>
    </SessionProvider>,
  );
  return {
    host,
    calls,
    pathname: () => router.state.location.pathname,
    searchParams: () => new URLSearchParams(router.state.location.search),
    cut: (path) => void isCut.add(path),
    restore: (path) => void isCut.delete(path),
    hold: (path) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(path, promise);
      return () => {
        held.delete(path);
        resolve();
      };
    },
  };
}

/**
 * Answers what the page asks for until it is gone. A batch that was about to leave is still answered
 * here: the hooks of a test run before, and it would go to the real network.
 */
function answerFetch(answer: typeof fetch): void {
  const original = globalThis.fetch;
  globalThis.fetch = answer;
  onTestFinished(async () => {
    await new Promise((resolve) => setTimeout(resolve));
    globalThis.fetch = original;
  });
}
