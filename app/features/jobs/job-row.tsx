import { Play } from "lucide-react";
import type { ScheduledJob } from "../../../contract/jobs/jobs.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { showFailure, showToast } from "../../lib/dialogs/toasts.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { formatDuration } from "../settings/format-measures.ts";

/** A row of the table; on phones the same cells stand as a card. */
export function JobRow({ task }: { task: ScheduledJob }) {
  const { name, label, plan, last, nextAt } = task;
  const trpc = useTRPC();
  const run = useMutate(trpc.job.run.mutationOptions(), {
    refreshes: ["job"],
    onSuccess: (after) => {
      if (after?.last?.error) showFailure(`${label}: ${after.last.error}`);
      else showToast({ tone: "success", title: "Aufgabe ausgeführt.", message: label });
    },
  });
  return (
    <tr className="border-b hover:bg-hover max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:py-2">
      <th
        scope="row"
        className="min-w-0 py-2 pr-4 text-left font-normal max-md:col-start-1 max-md:row-start-1 max-md:py-0 max-md:pr-0"
      >
        <span className="block font-550 [overflow-wrap:anywhere]">{label}</span>
        {last?.error && (
          <details className="mt-0.5">
            <summary className="cursor-pointer text-meta text-bad-text max-md:py-[13px]">Fehler ansehen</summary>
            <p className="mt-1 max-h-48 overflow-y-auto whitespace-pre-wrap rounded-8 bg-sunken px-2.5 py-2 font-mono text-[12px] leading-[18px] text-text-1 [overflow-wrap:anywhere]">
              {last.error}
            </p>
          </details>
        )}
      </th>
      <td className="py-2 pr-3 text-text-2 max-md:col-start-1 max-md:row-start-2 max-md:py-0.5">{plan}</td>
      <td className="num py-2 pr-3 text-text-2 max-md:col-start-1 max-md:row-start-3 max-md:py-0">
        <span className="text-text-3 md:sr-only">Zuletzt: </span>
        {last ? <time dateTime={last.at.toISOString()}>{formatDateTime(last.at)}</time> : "–"}
      </td>
      <td className="num text-text-2 max-lg:hidden">
        {last?.durationMs == null ? "–" : formatDuration(last.durationMs)}
      </td>
      <td className="max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end">
        <Result task={task} />
      </td>
      <td className="num text-text-2 max-xl:hidden">
        {nextAt ? <time dateTime={nextAt.toISOString()}>{formatDateTime(nextAt)}</time> : "–"}
      </td>
      <td className="text-right max-md:col-start-2 max-md:row-span-2 max-md:row-start-2">
        <Button
          size="sm"
          variant="ghost"
          icon={Play}
          className="max-md:-mr-2.5 max-md:min-w-11"
          aria-label={`„${label}“ jetzt ausführen`}
          loading={run.isPending || task.isRunning}
          loadingLabel="Läuft …"
          onClick={() => run.mutate({ name })}
        >
          <span className="max-sm:sr-only">Jetzt ausführen</span>
        </Button>
      </td>
    </tr>
  );
}

function Result({ task: { isRunning, last } }: { task: ScheduledJob }) {
  if (isRunning) return <Tag tone="mnt">Läuft</Tag>;
  if (!last) return <span className="text-text-3">Noch nie</span>;
  if (last.error) return <Tag tone="bad">Fehler</Tag>;
  return last.durationMs === null ? <Tag tone="warn">Abgebrochen</Tag> : <span className="text-text-2">Gelungen</span>;
}
