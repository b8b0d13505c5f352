import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { fileUrl } from "../../../contract/files/file-url.ts";
import { type Preview, previewStates } from "../../../contract/previews/previews.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { LetterTile } from "../../ui/avatar/letter-tile.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { openComparison, TakePreview } from "./preview-acts.tsx";
import { frameClass, PreviewSkeleton } from "./preview-frame.tsx";

/** How a website looks on a desktop and on a phone, since when, and what is wrong if there is no newer picture. */
export function PreviewSection({ record }: { record: RecordRow }) {
  const preview = useQuery(useTRPC().preview.get.queryOptions({ id: record.id }));
  if (!preview.data) return preview.isPending ? <PreviewSkeleton /> : null;
  const { state, picture, earlier } = preview.data;
  return (
    <section aria-label="Vorschau" className="mb-7">
      {picture ? (
        <div className={cx(frameClass, "grid gap-4", picture.mobileKey && "grid-cols-[1.6fr_0.4621fr]")}>
          <Shot keyOf={picture.desktopKey} record={record} device="Desktop" />
          {picture.mobileKey && <Shot keyOf={picture.mobileKey} record={record} device="Telefon" />}
        </div>
      ) : (
        <div
          className={cx(
            frameClass,
            "grid place-items-center rounded-10 bg-sunken shadow-[inset_0_0_0_1px_var(--line)]",
          )}
        >
          <LetterTile name={record.title} thingId={record.id} size={44} />
        </div>
      )}
      <div className="mt-3 flex min-h-9 max-w-[760px] flex-wrap items-center gap-x-4 gap-y-2 max-md:min-h-[88px]">
        <p className="basis-full text-ui text-text-2 [overflow-wrap:anywhere] md:flex-1" role="status">
          {sentenceOf(preview.data)}
        </p>
        {earlier > 0 && (
          <Button icon={History} onClick={() => void openComparison(record)}>
            Vergleichen
          </Button>
        )}
        <TakePreview record={record} isWorking={state === "working"} />
      </div>
    </section>
  );
}

function Shot({ keyOf, record, device }: { keyOf: string; record: RecordRow; device: string }) {
  const isDesktop = device === "Desktop";
  return (
    <a
      href={fileUrl(keyOf)}
      target="_blank"
      rel="noreferrer"
      className="block min-h-0 overflow-hidden rounded-10 bg-sunken shadow-[0_0_0_1px_var(--line)] focus-visible:outline focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus"
    >
      <img
        src={fileUrl(keyOf, { width: isDesktop ? 1080 : 640 })}
        alt={`${record.title} auf ${isDesktop ? "einem Desktop" : "einem Telefon"}`}
        className="size-full object-cover object-top"
      />
    </a>
  );
}

/** „Aktuell: Bild vom …“, „Fehlgeschlagen: …“. */
function sentenceOf({ state, picture, error, triedAt, nextAt }: Preview): string {
  const taken = picture ? `Bild vom ${formatDateTime(picture.takenAt)}` : undefined;
  if (state === "working") return taken ? `${taken}. Ein neues wird erzeugt …` : "Das Vorschaubild wird erzeugt …";
  if (state === "failed")
    return [
      `${previewStates.failed}${triedAt ? ` am ${formatDateTime(triedAt)}` : ""}: ${error ?? "Der Grund ist nicht bekannt."}`,
      taken && `Gezeigt wird das ${taken}.`,
    ]
      .filter(Boolean)
      .join(" ");
  if (taken) return nextAt ? `${taken}, das nächste kommt am ${formatDateTime(nextAt)}.` : `${taken}.`;
  return nextAt ? "Noch kein Vorschaubild; es kommt von selbst." : "Noch kein Vorschaubild.";
}
