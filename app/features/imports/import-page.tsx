import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { busyStates, type ImportState, type ImportView } from "../../../contract/imports/imports.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { ProgressLine } from "../../ui/status/progress-line.tsx";
import { CheckStep } from "./check-step.tsx";
import { countsSentence, manyOf } from "./import-labels.ts";
import { type ImportStep, ImportSteps } from "./import-steps.tsx";
import { MappingStep } from "./mapping-step.tsx";
import { ResultStep } from "./result-step.tsx";

const pollMs = 1000;

/** An import from its columns to its result; the state in the database decides which step is shown. */
export function ImportPage({ id }: { id: string }) {
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.import.get.queryOptions({ id }),
    refetchInterval: ({ state }) => (state.data && busyStates.includes(state.data.state) ? pollMs : false),
  });
  if (query.isPending) return <RowSkeletons className="mt-7" />;
  if (query.isError)
    return (
      <ListError
        message="Der Import konnte nicht geladen werden."
        errorId={problemOf(query.error)?.requestId}
        retrying={query.isRefetching}
        onRetry={() => void query.refetch()}
      />
    );
  return <LoadedImport key={id} view={query.data} />;
}

function LoadedImport({ view }: { view: ImportView }) {
  const [isRemapping, setRemapping] = useState(false);
  const isMapping = view.state === "draft" || (view.state === "checked" && isRemapping);
  return (
    <>
      <p className="mb-1.5 text-ui text-text-2">
        <Link to={`/import?type=${view.type}`} className="hover:underline max-md:-my-3 max-md:inline-block max-md:py-3">
          Importe
        </Link>
      </p>
      <PageHeader title={`${manyOf(view.type)} importieren`} />
      <p className="mt-1 text-ui text-text-2 [overflow-wrap:anywhere]">{view.filename}</p>
      <ImportSteps current={stepOf(view, isMapping)} />
      {isMapping ? (
        <MappingStep view={view} onChecking={() => setRemapping(false)} />
      ) : view.state === "checked" ? (
        <CheckStep view={view} onRemap={() => setRemapping(true)} />
      ) : busyStates.includes(view.state) ? (
        <ProgressStep view={view} />
      ) : (
        <ResultStep view={view} />
      )}
    </>
  );
}

function stepOf({ state }: ImportView, isMapping: boolean): ImportStep {
  if (isMapping) return "mapping";
  return state === "checking" || state === "checked" ? "check" : "result";
}

const titles: Partial<Record<ImportState, string>> = {
  checking: "Die Zeilen werden geprüft …",
  running: "Die Zeilen werden übernommen …",
  undoing: "Der Import wird rückgängig gemacht …",
};

/** A step at work. It goes on without this page. */
function ProgressStep({ view }: { view: ImportView }) {
  const trpc = useTRPC();
  const cancel = useMutate(trpc.import.cancel.mutationOptions(), { refreshes: ["import"] });
  const { state, progress } = view;
  const total = state === "undoing" ? view.counts.created + view.counts.updated : progress.total;
  const isReading = state === "checking" && progress.done === 0;
  const [startedAt] = useState(() => ({ at: Date.now(), done: progress.done }));
  const left = timeLeft(startedAt, progress.done, total);
  return (
    <div className="mt-7 max-w-[640px]">
      <h2 className="text-lead">{isReading ? "Die Datei wird gelesen …" : titles[state]}</h2>
      <p className="num mt-1.5 text-help text-text-2" role="status">
        {formatNumber(progress.done)} von {formatNumber(total)}
        {left && <span className="text-text-3"> · {left}</span>}
      </p>
      <ProgressLine label="Fortschritt" part={total > 0 ? progress.done / total : 0} />
      {state !== "undoing" && progress.done > 0 && (
        <p className="num mt-3 text-ui text-text-2">{countsSentence(view.counts)}</p>
      )}
      <p className="mt-3 text-ui text-text-3">Du kannst diese Seite verlassen. Es geht ohne dich weiter.</p>
      {state !== "undoing" && (
        <Button
          className="mt-5"
          loading={cancel.isPending}
          loadingLabel="Bricht ab …"
          onClick={() => cancel.mutate({ id: view.id })}
        >
          {state === "checking" ? "Prüfung abbrechen" : "Import abbrechen"}
        </Button>
      )}
    </div>
  );
}

/** „noch etwa 2 Minuten“, once there is something to estimate by. */
function timeLeft(since: { at: number; done: number }, done: number, total: number): string | undefined {
  const ms = Date.now() - since.at;
  const worked = done - since.done;
  if (ms < 3000 || worked <= 0) return undefined;
  const seconds = ((total - done) * ms) / worked / 1000;
  if (seconds < 10) return undefined;
  if (seconds < 90) return `noch etwa ${Math.ceil(seconds / 10) * 10} Sekunden`;
  return `noch etwa ${Math.ceil(seconds / 60)} Minuten`;
}
