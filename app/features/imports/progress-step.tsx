import { useState } from "react";
import type { ImportState, ImportView } from "../../../contract/imports/imports.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { countsSentence } from "./import-words.ts";
import { ProgressLine } from "./progress-line.tsx";

const titles: Partial<Record<ImportState, string>> = {
  checking: "Die Zeilen werden geprüft …",
  running: "Die Zeilen werden übernommen …",
  undoing: "Der Import wird rückgängig gemacht …",
};

/** A step at work. It goes on without this page. */
export function ProgressStep({ view }: { view: ImportView }) {
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

/** „noch etwa 2 Minuten“, once there is something to reckon by. */
function timeLeft(since: { at: number; done: number }, done: number, total: number): string | undefined {
  const ms = Date.now() - since.at;
  const worked = done - since.done;
  if (ms < 3000 || worked <= 0) return undefined;
  const seconds = ((total - done) * ms) / worked / 1000;
  if (seconds < 10) return undefined;
  if (seconds < 90) return `noch etwa ${Math.ceil(seconds / 10) * 10} Sekunden`;
  return `noch etwa ${Math.ceil(seconds / 60)} Minuten`;
}
