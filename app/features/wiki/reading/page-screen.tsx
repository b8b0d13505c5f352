import { useParams, useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { PageReading } from "../../../../contract/wiki/page-rows.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { useRecent } from "../../../records/page/use-recent.ts";
import { ListError } from "../../../ui/placeholders/list-states.tsx";
import { PageChats } from "../../chats/page-chats.tsx";
import { pageIdOf } from "../page-path.ts";
import { setOpen } from "../tree/open-nodes.ts";
import { newPagePart } from "../use-new-page.ts";
import { usePageBeginning } from "../writing/use-page-beginning.ts";
import { GonePage } from "./gone-page.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";
import { ReadingPage } from "./reading-page.tsx";

// Whoever reads does not load what writing needs.
const WritingPage = lazyPart(async () => (await import("../writing/writing-page.tsx")).WritingPage, <PageSkeleton />);

/** A page, to be read or, with `?edit` in its URL, to be written. */
export function PageScreen() {
  const { page: part } = useParams();
  const beginning = usePageBeginning(part);
  const id = pageIdOf(part) ?? "";
  const [searchParams] = useSearchParams();
  const isMounted = useIsMounted();
  const reading = useQuery(useTRPC().page.read.queryOptions({ id }, { enabled: id !== "" }));
  const page = reading.data ?? beginning?.page;
  const problem = problemOf(reading.error);
  const isGone = problem?.problem === "not_found";
  const mayWrite = page?.can.edit ?? false;
  const isAsked = searchParams.has("edit") || part === newPagePart;
  const isWriting = useIsWriting(id, isAsked, mayWrite) && page !== undefined;
  useRecent("page", reading.data?.row.id);
  useOpenedPath(reading.data);
  if (isGone && !isWriting) return <GonePage />;
  if (reading.isError && !page)
    return (
      <div className="mx-auto max-w-[680px] px-gutter pt-8">
        <ListError
          message="Die Seite konnte nicht geladen werden."
          errorId={problem?.requestId}
          onRetry={() => reading.refetch()}
          retrying={reading.isFetching}
        />
      </div>
    );
  if (!page) return <PageSkeleton />;
  return (
    <PageChats page={{ type: "page", id, title: page.row.title }}>
      {!isWriting ? (
        <ReadingPage key={id} page={page} />
      ) : isMounted ? (
        <WritingPage key={beginning?.key ?? id} page={page} beginning={beginning} isGone={isGone} />
      ) : (
        <PageSkeleton />
      )}
    </PageChats>
  );
}

/** Whoever has begun to write stays there when the page is taken away, and is told what becomes of their words. */
function useIsWriting(id: string, isAsked: boolean, mayWrite: boolean): boolean {
  const [begun, setBegun] = useState<string>();
  const now = isAsked ? (mayWrite ? id : begun) : undefined;
  if (now !== begun) setBegun(now);
  return now === id;
}

/** True once all that the server has sent has come to life: the editor takes the place of skeletons, not before. */
function useIsMounted(): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted;
}

/** Shows in the tree where the page lies that was opened; branches that are closed afterwards stay closed. */
function useOpenedPath(page: PageReading | undefined): void {
  const path = page?.breadcrumb.map(({ id }) => id).join(" ");
  useEffect(() => {
    if (path) setOpen(path.split(" "), true);
  }, [path]);
}
