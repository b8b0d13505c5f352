import { Link, useNavigate, useSearchParams } from "@remix-run/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, RotateCcw } from "lucide-react";
import { type ContractGap, type GapReport, gapKinds } from "../../../contract/contract-gaps/contract-gaps.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate, formatNumber } from "../../lib/format.ts";
import { recordPath } from "../../records/record-path.ts";
import { formatMoney } from "../../records/values/format-value.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { CustomerListTabs } from "../customers/list-tabs.tsx";
import { type GapState, gapPath, readGapState } from "./gap-state.ts";
import { openSettleDialog } from "./open-settle-dialog.tsx";

/** What does not fit between what is looked after, what is agreed and what is invoiced. */
export function GapsPage() {
  const [searchParams] = useSearchParams();
  const state = readGapState(searchParams);
  const report = useQuery(useTRPC().contractGap.list.queryOptions(state, { placeholderData: keepPreviousData }));
  return (
    <>
      <PageHeader
        title="Vertragslücken"
        actions={
          <a href="/api/export/contract-gaps.xlsx" download className={buttonClass()}>
            <Icon of={Download} />
            XLSX
          </a>
        }
      />
      <CustomerListTabs />
      {report.isPending && <RowSkeletons rows={6} />}
      {report.isError && !report.data && (
        <ListError
          message={
            problemOf(report.error)?.problem === "forbidden"
              ? "Vertragslücken sehen Betreuer und Admins, weil Preise darin stehen."
              : "Die Vertragslücken konnten nicht geladen werden."
          }
          errorId={problemOf(report.error)?.requestId}
          onRetry={() => report.refetch()}
          retrying={report.isFetching}
        />
      )}
      {report.data && <Report report={report.data} state={state} />}
    </>
  );
}

function Report({ report, state }: { report: GapReport; state: GapState }) {
  const navigate = useNavigate();
  const open = report.kinds.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <p className="mt-5 text-ui text-text-2">
        {open === 0 ? (
          "Alles passt zusammen: Was ihr betreut, ist vereinbart und hat einen Preis."
        ) : (
          <>
            Mögliche Mehreinnahmen und Einsparungen:{" "}
            <b className="num font-semibold text-text-1">{formatMoney(report.yearlyCents)} im Jahr</b>, geschätzt aus{" "}
            {formatNumber(open)} {open === 1 ? "Befund" : "Befunden"}.
          </>
        )}
      </p>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 lg:grid-cols-[304px_minmax(0,1fr)]">
        <Kinds report={report} state={state} />
        <section aria-label="Befunde" className="min-w-0">
          {state.kind && <p className="pb-2 text-note text-text-2">Schätzung: {gapKinds[state.kind].estimate}</p>}
          {report.data.length === 0 ? (
            <p className="border-t py-4 text-ui text-text-2">
              {state.settled ? "Noch nichts als geklärt markiert." : "Hier ist nichts offen."}
            </p>
          ) : (
            <ul aria-label="Befunde" className="border-t">
              {report.data.map((gap) => (
                <GapRow key={`${gap.kind}:${gap.subject.id}`} gap={gap} showsKind={!state.kind} />
              ))}
            </ul>
          )}
          <Pager
            page={state.page}
            totalPages={report.totalPages}
            onPage={(page) => navigate(gapPath({ ...state, page }))}
          />
        </section>
      </div>
    </>
  );
}

function Kinds({ report: { kinds }, state }: { report: GapReport; state: GapState }) {
  const rowClass = "flex min-h-10 items-center gap-3 border-b py-1.5 text-ui hover:text-text-1 max-md:min-h-11";
  return (
    <nav aria-label="Arten von Befunden">
      <Link
        to={gapPath({ page: 1 })}
        aria-current={!state.kind && !state.settled ? "page" : undefined}
        className={cx(rowClass, "border-t", !state.kind && !state.settled ? "font-semibold" : "text-text-2")}
      >
        Alle offenen
      </Link>
      {kinds.map(({ kind, count, yearlyCents }) => (
        <Link
          key={kind}
          to={gapPath({ kind, page: 1 })}
          aria-current={state.kind === kind && !state.settled ? "page" : undefined}
          className={cx(rowClass, state.kind === kind ? "font-semibold" : count === 0 ? "text-text-3" : "text-text-2")}
        >
          <span className="min-w-0 flex-1 hyphens-auto">{gapKinds[kind].label}</span>
          <span className="num flex-none text-right">
            {formatNumber(count)}
            {count > 0 && <span className="block text-meta font-normal text-text-3">{formatMoney(yearlyCents)}</span>}
          </span>
        </Link>
      ))}
      <Link
        to={gapPath({ ...(state.kind && { kind: state.kind }), settled: true, page: 1 })}
        aria-current={state.settled ? "page" : undefined}
        className={cx(rowClass, state.settled ? "font-semibold" : "text-text-2")}
      >
        Als geklärt markiert
      </Link>
    </nav>
  );
}

function GapRow({ gap, showsKind }: { gap: ContractGap; showsKind: boolean }) {
  const { kind, subject, customer, yearlyCents, settled } = gap;
  const reopen = useMutate(useTRPC().contractGap.reopen.mutationOptions(), {
    refreshes: ["contractGap", "change"],
    success: "Wieder offen.",
  });
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-b py-2">
      <span className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <Link
          to={recordPath(subject.type, subject.id) ?? ""}
          className="text-row font-medium hover:underline max-md:inline-block max-md:py-3"
        >
          {subject.label}
        </Link>
        <span className="block text-note text-text-2">
          {[showsKind && gapKinds[kind].label, customer && customer.id !== subject.id && customer.label]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {settled && (
          <span className="block text-note text-text-3">
            „{settled.reason}“, {[settled.by, formatDate(settled.at)].filter(Boolean).join(", ")}
          </span>
        )}
      </span>
      <span className="num flex-none text-right">{yearlyCents === null ? "–" : formatMoney(yearlyCents)}</span>
      {settled ? (
        <Button
          variant="ghost"
          size="sm"
          icon={RotateCcw}
          loading={reopen.isPending}
          onClick={() => reopen.mutate({ kind, type: subject.type, id: subject.id })}
        >
          Wieder öffnen
          <span className="sr-only"> {subject.label}</span>
        </Button>
      ) : (
        <Button variant="ghost" size="sm" onClick={() => void openSettleDialog(gap)}>
          Als geklärt markieren
          <span className="sr-only"> {subject.label}</span>
        </Button>
      )}
    </li>
  );
}
