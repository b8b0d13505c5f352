import { Link, useParams, useSearchParams } from "@remix-run/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { PageReading } from "../../../../contract/wiki/page-rows.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { withParams } from "../../../lib/pages/use-filter-params.ts";
import { useUrlParams } from "../../../lib/pages/use-url-params.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ListError } from "../../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../../ui/placeholders/skeleton.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { pageIdOf, pagePath } from "../page-path.ts";
import { GonePage } from "../reading/gone-page.tsx";
import { PageCrumbs } from "../reading/page-crumb.tsx";
import { PageSkeleton } from "../reading/page-skeleton.tsx";
import { Authorship } from "./authorship.tsx";
import { Comparison } from "./comparison.tsx";
import { RevisionList } from "./revision-list.tsx";

const perPage = 25;

/** How a page came to be what it is: its versions, what differs between two of them, and who wrote what. */
export function HistoryPage() {
  const id = pageIdOf(useParams().page) ?? "";
  const reading = useQuery(useTRPC().page.read.queryOptions({ id }));
  const problem = problemOf(reading.error);
  if (problem?.problem === "not_found") return <GonePage />;
  if (reading.data) return <Loaded page={reading.data} />;
  if (!reading.isError) return <PageSkeleton />;
  return (
    <div className="px-gutter pt-8">
      <ListError
        message="Der Verlauf konnte nicht geladen werden."
        onRetry={() => reading.refetch()}
        retrying={reading.isFetching}
      />
    </div>
  );
}

function Loaded({ page }: { page: PageReading }) {
  const { row, breadcrumb } = page;
  const [searchParams] = useSearchParams();
  const showsAuthors = searchParams.get("view") === "authors";
  const here = pagePath(row);
  const tabs = [
    { label: "Versionen", to: `${here}/history`, current: !showsAuthors },
    { label: "Wer hat was geschrieben", to: `${here}/history?view=authors`, current: showsAuthors },
  ];
  return (
    <div className="mx-auto max-w-[1100px] px-gutter pb-16 pt-4 lg:pt-[22px]">
      <PageCrumbs pages={[...breadcrumb, { id: row.id, title: row.title, icon: null }]} />
      <PageHeader
        className="mt-4"
        title="Verlauf"
        actions={
          <Link to={here} className={buttonClass()}>
            Zur Seite
          </Link>
        }
      />
      <Tabs
        className="mt-3"
        label="Verlauf"
        items={tabs}
        renderLink={({ to }, link) => <Link to={to} preventScrollReset {...link} />}
      />
      {showsAuthors ? <Authorship id={row.id} /> : <Versions page={page} />}
    </div>
  );
}

function Versions({ page: { row, can } }: { page: PageReading }) {
  const { params, change } = useUrlParams();
  const at = Math.max(1, Number(params.get("page")) || 1);
  const revisions = useQuery(
    useTRPC().page.revisions.queryOptions(
      { id: row.id, page: at, limit: perPage },
      { placeholderData: keepPreviousData },
    ),
  );
  const newest = revisions.data?.data[0]?.no ?? 0;
  const { from, to } = chosenIn(params, newest);
  const choose = (part: "from" | "to", no: number) =>
    change(
      (now) => {
        const { from, to } = chosenIn(now, newest);
        // The older one stands on the left, whichever was chosen first.
        return withParams(now, {
          [part]: String(no),
          ...(part === "from" && no >= to && { to: String(Math.max(no, newest)) }),
          ...(part === "to" && no <= from && { from: String(Math.max(1, no - 1)) }),
        });
      },
      { replace: true, preventScrollReset: true },
    );
  if (revisions.isPending) return <RowSkeletons rows={6} className="mt-4" />;
  if (!revisions.data)
    return (
      <ListError
        message="Die Versionen konnten nicht geladen werden."
        errorId={problemOf(revisions.error)?.requestId}
        onRetry={() => revisions.refetch()}
        retrying={revisions.isFetching}
      />
    );
  if (revisions.data.totalItems === 0)
    return <p className="mt-5 text-help text-text-2">Noch keine Version. Die erste entsteht mit dem ersten Satz.</p>;
  return (
    <div className="mt-4 grid gap-x-10 gap-y-8 xl:grid-cols-[360px_minmax(0,1fr)]">
      <RevisionList
        pageId={row.id}
        revisions={revisions.data.data}
        totalPages={revisions.data.totalPages}
        page={at}
        chosen={{ from, to }}
        onChoose={choose}
        onPage={(page) => change((now) => withParams(now, { page: String(page) }), { preventScrollReset: true })}
      />
      <Comparison page={row} from={Math.min(from, to)} to={to} newest={newest} mayRestore={can.edit} />
    </div>
  );
}

/** The two versions that are compared; where the URL names none, the newest and the one before it. */
function chosenIn(params: URLSearchParams, newest: number): { from: number; to: number } {
  const to = Number(params.get("to")) || newest;
  return { from: Number(params.get("from")) || Math.max(1, to - 1), to };
}
