import { useParams, useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import type { PageReading } from "../../../../contract/page-rows.ts";
import { problemOf, useTRPC } from "../../../lib/trpc.tsx";
import { ListError } from "../../../ui/list-states.tsx";
import { PageChats } from "../../chats/page-chats.tsx";
import { useRecent } from "../../records/page/use-recent.ts";
import { pageIdOf } from "../page-address.ts";
import { setOpen } from "../tree/open-nodes.ts";
import { GonePage } from "./gone-page.tsx";
import { PageBones } from "./page-bones.tsx";
import { ReadingPage } from "./reading-page.tsx";

// Whoever reads does not load what writing needs.
const WritingPage = lazy(async () => ({ default: (await import("../writing/writing-page.tsx")).WritingPage }));

/** A page, to be read or, with `?edit` in its address, to be written. */
export function PageScreen() {
  const id = pageIdOf(useParams().page) ?? "";
  const [address] = useSearchParams();
  const isScripted = useIsScripted();
  const reading = useQuery(useTRPC().page.read.queryOptions({ id }));
  const problem = problemOf(reading.error);
  useRecent("page", reading.data?.row.id);
  useOpenedPath(reading.data);
  if (problem?.problem === "not_found") return <GonePage />;
  if (reading.isError && !reading.data)
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
  if (!reading.data) return <PageBones />;
  const isReading = !address.has("edit") || !reading.data.can.edit;
  return (
    <PageChats page={{ type: "page", id, title: reading.data.row.title }}>
      {isReading ? (
        <ReadingPage key={id} page={reading.data} />
      ) : isScripted ? (
        <Suspense fallback={<PageBones />}>
          <WritingPage key={id} page={reading.data} />
        </Suspense>
      ) : (
        <PageBones />
      )}
    </PageChats>
  );
}

function useIsScripted(): boolean {
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return isScripted;
}

/** Shows in the tree where the page lies that was opened; branches that are closed afterwards stay closed. */
function useOpenedPath(page: PageReading | undefined): void {
  const path = page?.breadcrumb.map(({ id }) => id).join(" ");
  useEffect(() => {
    if (path) setOpen(path.split(" "), true);
  }, [path]);
}
