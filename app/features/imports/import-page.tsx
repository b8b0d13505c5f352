import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { busyStates, type ImportView } from "../../../contract/imports/imports.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { CheckStep } from "./check-step.tsx";
import { type ImportStep, ImportSteps } from "./import-steps.tsx";
import { manyOf } from "./import-types.ts";
import { MappingStep } from "./mapping-step.tsx";
import { ProgressStep } from "./progress-step.tsx";
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
