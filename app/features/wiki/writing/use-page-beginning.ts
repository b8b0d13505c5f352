import { useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { textOf } from "../../../../contract/records/read-value.ts";
import type { PageCrumb, PageReading } from "../../../../contract/wiki/page-rows.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC, useTRPCClient } from "../../../lib/api/trpc.tsx";
import { newClientId } from "../../../lib/new-client-id.ts";
import { pageIdOf, pagePath } from "../page-path.ts";
import { newPagePart, untitled } from "../use-new-page.ts";

/** A page that is written before it is there: its first character creates it, without a break for whoever types. */
export interface PageBeginning {
  /** Stays the same when the page is there and its URL becomes its own. */
  key: string;
  /** Resolves once the page is there. */
  id: Promise<string>;
  state: "unbegun" | "creating" | "failed" | "created";
  /** What the screen shows until the page can be read. */
  page: PageReading;
  /** Where to go from a page that was never begun. */
  back: string;
  /** Creates the page; may be called with every character. */
  begin(): void;
}

interface Begun {
  /** The location that it was begun at. */
  key: string;
  creationId: string;
  title: string;
  parentId: string | null;
  id: Promise<string>;
  resolve: (id: string) => void;
  state: PageBeginning["state"];
  createdId?: string;
}

const retryMs = 4000;

/** The page that is begun here: at `/wiki/new`, and at the URL of its own that it has from its first character on. */
export function usePageBeginning(part: string | undefined): PageBeginning | undefined {
  const { key } = useLocation();
  const [searchParams] = useSearchParams();
  const [kept, setKept] = useState<Begun>();
  const begun = currentOf(kept, { part, key, searchParams });
  if (begun !== kept) setKept(begun);
  const create = useCreation(part === newPagePart ? key : undefined, (of, change) =>
    setKept((now) => (now?.key === of ? { ...now, ...change } : now)),
  );
  const above = useAbove(begun?.parentId ?? null);
  if (!begun) return undefined;
  const { id, state, title } = begun;
  const parent = above.at(-1);
  const back = parent ? pagePath(parent) : "/wiki";
  const page = { ...blankPage, row: { ...blankPage.row, id: begun.createdId ?? "", title }, breadcrumb: above };
  return { key: `new-${begun.key}`, id, state, page, back, begin: () => create(begun) };
}

function currentOf(
  kept: Begun | undefined,
  { part, key, searchParams }: { part: string | undefined; key: string; searchParams: URLSearchParams },
): Begun | undefined {
  if (part !== newPagePart)
    return kept?.createdId !== undefined && kept.createdId === pageIdOf(part) ? kept : undefined;
  if (kept?.key === key) return kept;
  let resolve: Begun["resolve"] = () => undefined;
  const id = new Promise<string>((done) => {
    resolve = done;
  });
  const title = searchParams.get("title")?.slice(0, 200) || untitled;
  const parentId = pageIdOf(searchParams.get("parent") ?? undefined) ?? null;
  return { key, creationId: newClientId(), title, parentId, id, resolve, state: "unbegun" };
}

/** Creates the page once, and again only when that has failed; goes to its URL unless somebody has left by then. */
function useCreation(here: string | undefined, onChange: (key: string, change: Partial<Begun>) => void) {
  const client = useTRPCClient();
  const navigate = useNavigate();
  const latest = useRef(here);
  latest.current = here;
  useEffect(
    () => () => {
      latest.current = undefined;
    },
    [],
  );
  const triedAt = useRef<{ key: string; at: number }>();
  const creating = useMutate<{ id: string; title: string }, Error, Begun>(
    {
      mutationFn: async ({ key, title, parentId, creationId, resolve }) => {
        const page = await client.page.create.mutate({ body: { title, status: "draft" }, parentId, creationId });
        onChange(key, { state: "created", createdId: page.id });
        resolve(page.id);
        const options = { replace: true, preventScrollReset: true, state: { keepsFocus: true } };
        if (latest.current === key) navigate(`${pagePath(page)}?edit`, options);
        return page;
      },
    },
    { refreshes: ["page"] },
  );
  return (begun: Begun) => {
    const isTried = triedAt.current?.key === begun.key;
    const isSoon = isTried && Date.now() - (triedAt.current?.at ?? 0) < retryMs;
    if (isTried && (begun.state !== "failed" || isSoon)) return;
    triedAt.current = { key: begun.key, at: Date.now() };
    onChange(begun.key, { state: "creating" });
    creating.mutate(begun, { onError: () => onChange(begun.key, { state: "failed" }) });
  };
}

/** From the top down to the page under which the new one is put. */
function useAbove(parentId: string | null): PageCrumb[] {
  const trpc = useTRPC();
  const parent = useQuery(trpc.page.read.queryOptions({ id: parentId ?? "" }, { enabled: parentId !== null })).data;
  if (!parent) return [];
  const { id, title, values } = parent.row;
  return [...parent.breadcrumb, { id, title, icon: textOf(values.icon) || null }];
}

const beginning = new Date(0);

const blankPage: PageReading = {
  row: {
    id: "",
    type: "page",
    title: untitled,
    version: 1,
    createdAt: beginning,
    updatedAt: beginning,
    archivedAt: null,
    createdBy: null,
    updatedBy: null,
    values: { status: "draft" },
    can: { edit: true, archive: false, delete: false, overwrite: false },
  },
  html: "",
  toc: [],
  references: [],
  backlinks: [],
  children: [],
  breadcrumb: [],
  deadLinks: [],
  visibleTo: "private",
  review: { everyMonths: null, dueAt: null, isDue: false, lastAt: null, lastBy: null },
  isFavourite: false,
  revisionNo: 0,
  contentVersion: 0,
  isEmpty: true,
  slug: "",
  can: { edit: true, setMaintainers: false, setPrivate: true },
};
