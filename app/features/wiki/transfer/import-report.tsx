import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PageImport } from "../../../../contract/wiki/page-transfer.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { formatNumber } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { ProgressLine } from "../../../ui/status/progress-line.tsx";
import { openPagePicker } from "../page-dialogs.tsx";
import type { PickedParent } from "../page-picker.tsx";
import { PlannedTree } from "./planned-tree.tsx";

const count = (many: number, one: string, more: string) => `${formatNumber(many)} ${many === 1 ? one : more}`;

interface ImportReportProps {
  found: PageImport;
  /** Goes back to choosing files. */
  onAgain: () => void;
}

/** What an import would create or has created, and what can be done about it. */
export function ImportReport({ found, onAgain }: ImportReportProps) {
  const trpc = useTRPC();
  const [parent, setParent] = useState<PickedParent>({ id: null, title: "Wiki" });
  const queryClient = useQueryClient();
  const lookAgain = () => queryClient.invalidateQueries({ queryKey: trpc.pageTransfer.get.queryKey({ id: found.id }) });
  const refreshes = ["page"] as const;
  const run = useMutate(trpc.pageTransfer.run.mutationOptions(), { refreshes, onSuccess: lookAgain });
  const resume = useMutate(trpc.pageTransfer.resume.mutationOptions(), { refreshes, onSuccess: lookAgain });
  const undo = useMutate(trpc.pageTransfer.undo.mutationOptions(), { refreshes, onSuccess: lookAgain });
  const chooseParent = async () => {
    const picked = await openPagePicker({ title: "Wohin importieren?", confirmLabel: "Hierhin", current: parent.id });
    if (picked) setParent(picked);
  };
  const { state, pages } = found;
  const good = pages.filter(({ problem }) => problem === null).length;
  const isBusy = state === "checking" || state === "running";
  const hasEnded = state === "finished" || state === "aborted";
  const again = <Button onClick={onAgain}>Andere Dateien wählen</Button>;
  return (
    <div className="mt-5">
      <p className="text-note text-text-3 [overflow-wrap:anywhere]">{found.names.join(", ")}</p>
      <div aria-live="polite">
        <h2 className="mt-2 text-panel">{headingOf(found, good)}</h2>
        {found.problem && (
          <p role="alert" className="mt-2 text-ui text-bad-text">
            {found.problem}
          </p>
        )}
        {found.undo && found.undo.kept > 0 && (
          <p className="mt-2 text-ui text-text-2">
            {count(found.undo.kept, "Seite blieb", "Seiten blieben")} stehen, weil daran inzwischen etwas geändert oder
            darunter angelegt wurde.
          </p>
        )}
      </div>
      {isBusy && (
        <ProgressLine
          label={state === "running" ? "Seiten werden angelegt" : "Dateien werden gelesen"}
          part={pages.length > 0 ? found.done / pages.length : 0}
        />
      )}
      {state === "checked" && (
        <>
          {found.unused > 0 && (
            <p className="mt-2 text-ui text-text-2 [overflow-wrap:anywhere]">
              {count(found.unused, "Datei kommt", "Dateien kommen")} in keiner Seite vor und{" "}
              {found.unused === 1 ? "bleibt" : "bleiben"} außen vor.{" "}
              <span className="text-text-3">{leftOutNames(found)}</span>
            </p>
          )}
          <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
            <span className="min-w-0 text-ui text-text-2 [overflow-wrap:anywhere]">
              Ziel: <span className="font-550 text-text-1">{parent.title}</span>
            </span>
            <Button onClick={() => void chooseParent()}>Ziel ändern …</Button>
            <span className="flex gap-2 md:ml-auto">
              {again}
              <Button
                variant="primary"
                loading={run.isPending}
                disabled={good === 0}
                onClick={() => run.mutate({ id: found.id, parentId: parent.id })}
              >
                {count(good, "Seite importieren", "Seiten importieren")}
              </Button>
            </span>
          </div>
        </>
      )}
      {(hasEnded || state === "undone" || state === "failed") && (
        <div className="mt-4 flex flex-wrap gap-2">
          {found.rest > 0 && (
            <Button variant="primary" loading={resume.isPending} onClick={() => resume.mutate({ id: found.id })}>
              Fortsetzen
            </Button>
          )}
          {again}
          {hasEnded && pages.some(({ pageId }) => pageId !== null) && (
            <Button loading={undo.isPending} onClick={() => undo.mutate({ id: found.id })}>
              Import rückgängig machen
            </Button>
          )}
        </div>
      )}
      {pages.length > 0 && <PlannedTree pages={pages} isLinked={hasEnded} />}
    </div>
  );
}

/** „intro.mdx, .obsidian/ und andere“ */
function leftOutNames({ leftOut, unused }: PageImport): string {
  const isMore = unused > leftOut.length && !leftOut.some((name) => name.endsWith("/"));
  return leftOut.join(", ") + (isMore ? " und andere" : "");
}

function headingOf({ state, pages, done, undo }: PageImport, good: number): string {
  const made = pages.filter(({ pageId }) => pageId !== null).length;
  const failed = pages.length - good;
  const without = failed > 0 ? `, ${count(failed, "Datei lässt", "Dateien lassen")} sich nicht lesen` : "";
  switch (state) {
    case "checking":
      return "Wird gelesen …";
    case "checked":
      return `Daraus ${good === 1 ? "entsteht" : "entstehen"} ${count(good, "Seite", "Seiten")}${without}`;
    case "running":
      return `${formatNumber(done)} von ${count(pages.length, "Seite", "Seiten")}`;
    case "aborted":
      return `Unterbrochen: ${formatNumber(made)} von ${count(pages.length, "Seite", "Seiten")} angelegt`;
    case "finished": {
      const lost = pages.length - made;
      return `${count(made, "Seite", "Seiten")} angelegt${lost > 0 ? `, ${formatNumber(lost)} nicht` : ""}`;
    }
    case "undone":
      return `Rückgängig gemacht: ${count(undo?.trashed ?? 0, "Seite liegt", "Seiten liegen")} im Papierkorb`;
    case "failed":
      return "Das lässt sich nicht einlesen";
  }
}
