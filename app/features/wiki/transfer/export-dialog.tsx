import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type PageExportFormat,
  type PossibleFormats,
  pageExportPath,
  possibleFormatsPath,
} from "../../../../contract/wiki/page-transfer.ts";
import { downloadFile } from "../../../lib/api/download-file.ts";
import type { ModalControls } from "../../../lib/dialogs/modals.ts";
import { showFailure } from "../../../lib/dialogs/toasts.ts";
import { formatNumber } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Dialog, DialogClose } from "../../../ui/overlays/dialog.tsx";
import type { ActedPage } from "../use-page-actions.ts";

const formats: { value: PageExportFormat; label: string; text: string }[] = [
  { value: "zip", label: "Markdown", text: "ZIP mit Texten und Dateien. Lässt sich wieder importieren." },
  { value: "html.zip", label: "HTML", text: "ZIP mit Seiten für jeden Browser, auch ohne Netz." },
  { value: "pdf", label: "PDF", text: "Eine Datei zum Drucken, mit Seitenzahlen." },
];

/** A page, the selected ones, or the whole wiki. */
export type ExportedThing = { page: ActedPage } | { ids: readonly string[] } | "all";

/** Asks as what pages leave the portal, and fetches them. */
export function ExportDialog({ what, open, onOpenChange, close }: { what: ExportedThing } & ModalControls<true>) {
  const possible = useQuery({ queryKey: ["possibleExportFormats"], queryFn: readPossibleFormats });
  const [format, setFormat] = useState<PageExportFormat>("zip");
  const [withChildren, setWithChildren] = useState(true);
  const [isFetching, setFetching] = useState(false);
  const start = async () => {
    setFetching(true);
    const problem = await downloadFile(...requestFor(what, format, withChildren));
    setFetching(false);
    if (problem) showFailure(problem);
    else close(true);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={titleOf(what)}
      description={what === "all" ? "Alle Seiten, die du lesen darfst, mit ihren Dateien. Ohne Papierkorb." : undefined}
      footer={
        <>
          <DialogClose asChild>
            <Button>Abbrechen</Button>
          </DialogClose>
          <Button variant="primary" loading={isFetching} onClick={() => void start()}>
            {isFetching ? "Erstellt …" : "Exportieren"}
          </Button>
        </>
      }
    >
      <fieldset className="mt-4 grid gap-1">
        <legend className="sr-only">Format</legend>
        {formats.map(({ value, label, text }) => {
          const isImpossible = value === "pdf" && possible.data?.pdf === false;
          return (
            <label
              key={value}
              className="flex min-h-11 cursor-pointer items-start gap-3 rounded-6 px-2 py-2 hover:bg-hover has-[:disabled]:cursor-default has-[:checked]:bg-selected has-[:disabled]:hover:bg-transparent"
            >
              <input
                type="radio"
                name="format"
                value={value}
                checked={format === value}
                disabled={isImpossible}
                onChange={() => setFormat(value)}
                className="mt-1 h-4 w-4 flex-none accent-current"
              />
              <span className="min-w-0">
                <span className={cx("block text-row font-550", isImpossible && "text-text-3")}>{label}</span>
                <span className="block text-note text-text-2">{isImpossible ? noBrowser : text}</span>
              </span>
            </label>
          );
        })}
      </fieldset>
      {typeof what === "object" && "page" in what && (
        <Checkbox
          className="mt-3 px-2"
          checked={withChildren}
          onChange={(event) => setWithChildren(event.target.checked)}
          label="Mit Unterseiten"
        />
      )}
    </Dialog>
  );
}

const noBrowser =
  "Auf diesem Server gibt es keinen Browser, der PDFs erstellen kann. Ein Admin kann Chromium installieren.";

function titleOf(what: ExportedThing): string {
  if (what === "all") return "Ganzes Wiki exportieren";
  if ("page" in what) return `„${what.page.title}“ exportieren`;
  return what.ids.length === 1 ? "1 Seite exportieren" : `${formatNumber(what.ids.length)} Seiten exportieren`;
}

async function readPossibleFormats(): Promise<PossibleFormats> {
  const answer = await fetch(possibleFormatsPath);
  // Whoever cannot be told may try; the export itself says what is missing.
  return answer.ok ? answer.json() : { pdf: true };
}

/** The ids of a selection go as a form, because many do not fit into a URL. */
function requestFor(what: ExportedThing, format: PageExportFormat, withChildren: boolean): [string, RequestInit?] {
  if (what === "all") return [pageExportPath("all", format)];
  if ("page" in what) return [pageExportPath(what.page.id, format, { alone: !withChildren })];
  const body = new URLSearchParams({ ids: what.ids.join() });
  return [pageExportPath("selected", format), { method: "POST", body }];
}
