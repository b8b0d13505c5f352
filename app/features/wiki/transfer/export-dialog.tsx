import { useState } from "react";
import { type PageExportFormat, pageExportAddress } from "../../../../contract/page-transfer.ts";
import type { ModalControls } from "../../../lib/modals.ts";
import { showFailure } from "../../../lib/toasts.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog, DialogClose } from "../../../ui/dialog.tsx";
import type { ActedPage } from "../use-page-actions.ts";

const formats: { value: PageExportFormat; label: string; text: string }[] = [
  { value: "zip", label: "Markdown", text: "ZIP mit Texten und Dateien. Lässt sich wieder importieren." },
  { value: "html.zip", label: "HTML", text: "ZIP mit Seiten für jeden Browser, auch ohne Netz." },
  { value: "pdf", label: "PDF", text: "Eine Datei zum Drucken, mit Seitenzahlen." },
];

/** Asks as what a page leaves the portal, and fetches it. */
export function ExportDialog({ page, open, onOpenChange, close }: { page: ActedPage } & ModalControls<true>) {
  const [format, setFormat] = useState<PageExportFormat>("zip");
  const [withChildren, setWithChildren] = useState(true);
  const [isFetching, setFetching] = useState(false);
  const start = async () => {
    setFetching(true);
    const problem = await download(pageExportAddress(page.id, format, { alone: !withChildren }));
    setFetching(false);
    if (problem) showFailure(problem);
    else close(true);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`„${page.title}“ exportieren`}
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
        {formats.map(({ value, label, text }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-6 px-2 py-2 hover:bg-hover has-[:checked]:bg-selected"
          >
            <input
              type="radio"
              name="format"
              value={value}
              checked={format === value}
              onChange={() => setFormat(value)}
              className="mt-1 h-4 w-4 flex-none accent-current"
            />
            <span className="min-w-0">
              <span className="block text-row font-550">{label}</span>
              <span className="block text-note text-text-2">{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Checkbox
        className="mt-3 px-2"
        checked={withChildren}
        onChange={(event) => setWithChildren(event.target.checked)}
        label="Mit Unterseiten"
      />
    </Dialog>
  );
}

/** Fetches a file and hands it to the person; answers with the sentence of a refusal. */
async function download(address: string): Promise<string | undefined> {
  const failed = "Der Export konnte nicht geladen werden. Bitte versuche es erneut.";
  try {
    const answer = await fetch(address);
    if (!answer.ok) {
      const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
      return message ?? failed;
    }
    const [, name] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = decodeURIComponent(name ?? "Export");
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return undefined;
  } catch {
    return failed;
  }
}
