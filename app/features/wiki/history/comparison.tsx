import { useQuery } from "@tanstack/react-query";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import type { DiffBlock } from "../../../../contract/wiki/page-rows.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../../lib/api/trpc.tsx";
import { confirm } from "../../../lib/dialogs/confirm.tsx";
import { capitalize, countWord, formatNumber } from "../../../lib/format.ts";
import { withParams } from "../../../lib/pages/use-filter-params.ts";
import { useUrlParams } from "../../../lib/pages/use-url-params.ts";
import { Button } from "../../../ui/button.tsx";
import { Segment } from "../../../ui/form/segment.tsx";
import { ListError } from "../../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../../ui/placeholders/skeleton.tsx";
import { InlineDiff, SideBySide } from "./diff-view.tsx";

interface ComparisonProps {
  page: RecordRow;
  from: number;
  to: number;
  newest: number;
  mayRestore: boolean;
}

/** What differs between two versions, word by word. */
export function Comparison({ page, from, to, newest, mayRestore }: ComparisonProps) {
  const trpc = useTRPC();
  const { params, change } = useUrlParams();
  const isSide = params.get("diff") === "side";
  const diff = useQuery(trpc.page.diff.queryOptions({ id: page.id, from, to }, { enabled: from !== to }));
  const restoring = useMutate(trpc.page.restoreRevision.mutationOptions(), {
    refreshes: ["page", "change"],
    success: "Version wiederhergestellt.",
    onSuccess: () =>
      change((now) => withParams(new URLSearchParams(), { diff: now.get("diff") ?? undefined }), {
        replace: true,
        preventScrollReset: true,
      }),
  });
  const restore = async (no: number) => {
    const isSure = await confirm({
      title: `Version ${no} wiederherstellen?`,
      description: "Der Text dieser Version wird zur neuesten. Alles, was danach geschrieben wurde, bleibt im Verlauf.",
      confirmLabel: "Wiederherstellen",
    });
    if (isSure) restoring.mutate({ id: page.id, no });
  };
  // With the newest on the right, what one would want back stands on the left.
  const wanted = to === newest ? from : to;
  return (
    <section aria-label="Vergleich" className="min-w-0">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="num mr-auto">{from === to ? `Version ${to}` : `Version ${from} und ${to}`}</h2>
        {from !== to && (
          <Segment
            label="Darstellung"
            size="sm"
            options={[
              { value: "inline", label: "Im Text" },
              { value: "side", label: "Nebeneinander" },
            ]}
            value={isSide ? "side" : "inline"}
            onChange={(value) =>
              change((now) => withParams(now, { diff: value === "side" ? value : undefined }), {
                replace: true,
                preventScrollReset: true,
              })
            }
          />
        )}
        {mayRestore && wanted !== newest && (
          <Button size="sm" loading={restoring.isPending} onClick={() => void restore(wanted)}>
            Version {wanted} wiederherstellen
          </Button>
        )}
      </div>
      {from === to && <p className="mt-4 text-ui text-text-2">Es gibt nur diese eine Version.</p>}
      {from !== to && diff.isPending && <RowSkeletons rows={5} className="mt-3" />}
      {diff.isError && !diff.data && (
        <ListError
          message="Der Vergleich konnte nicht geladen werden."
          errorId={problemOf(diff.error)?.requestId}
          onRetry={() => diff.refetch()}
          retrying={diff.isFetching}
        />
      )}
      {diff.data && from !== to && (
        <>
          <p className="mt-1 text-ui text-text-2">{changeSentence(diff.data)}</p>
          <div className="mt-4">
            {isSide ? <SideBySide blocks={diff.data.blocks} /> : <InlineDiff blocks={diff.data.blocks} />}
          </div>
        </>
      )}
    </section>
  );
}

interface Counts {
  from: { title: string };
  to: { title: string };
  wordsAdded: number;
  wordsRemoved: number;
  blocks: readonly DiffBlock[];
}

function changeSentence({ from, to, wordsAdded, wordsRemoved, blocks }: Counts): string {
  const isFormOnly = blocks.some(({ op, isFormatOnly }) => op !== "same" && isFormatOnly);
  const words = (count: number) =>
    `${count === 1 ? "ein Wort" : `${count > 12 ? formatNumber(count) : countWord(count)} Wörter`}`;
  const parts = [
    wordsAdded > 0 && `${words(wordsAdded)} dazu`,
    wordsRemoved > 0 && `${words(wordsRemoved)} weg`,
  ].filter(Boolean);
  const said = parts.length > 0 ? parts.join(", ") : isFormOnly ? "nur die Form ist anders" : "der Text ist gleich";
  const renamed = from.title === to.title ? "" : ` Der Titel war „${from.title}“.`;
  return `${capitalize(said)}.${renamed}`;
}
