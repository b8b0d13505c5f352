import { CircleAlert, PencilLine } from "lucide-react";
import type { RecordBody } from "../../../../contract/records/rows.ts";
import { confirm } from "../../../lib/dialogs/confirm.tsx";
import { lazyDialog } from "../../../lib/dialogs/lazy-dialog.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { RecordFormState } from "../use-record-form.ts";
import type { TwoEdits } from "./merge.ts";

/** Why a form as a whole was refused, and the ways on; before that, that somebody else has saved meanwhile. */
export function ChangedNotice({ form }: { form: RecordFormState }) {
  const { message, conflict, record } = form;
  if (!message)
    return form.isOutdated ? (
      <p role="status" className="mb-3 flex items-start gap-2 text-ui text-text-2">
        <Icon of={PencilLine} className="mt-0.5 text-text-3" />
        {`${record?.updatedBy?.label ?? "Jemand anderes"} hat diesen Eintrag inzwischen geändert. Was du eingegeben hast, bleibt stehen.`}
      </p>
    ) : null;

  const reload = async () => {
    const isSure = await confirm({
      title: "Neu laden?",
      description: "Was du auf dieser Seite geändert hast, geht dabei verloren.",
      confirmLabel: "Neu laden",
    });
    if (isSure) await form.reload();
  };
  const compare = async () => {
    if (!conflict) return;
    const { declaration, initial, values } = form;
    const body = await openConflictDialog({ declaration, conflict, initial, values, edited: form.edited() });
    if (body) form.saveMerged(body, conflict.version);
  };

  return (
    <div role="alert" className="mb-3 flex flex-wrap items-center gap-2 rounded-10 bg-bad-soft px-3 py-2.5 text-ui">
      <Icon of={CircleAlert} className="text-bad-text" />
      <p className="min-w-0 flex-1 basis-[240px]">{message}</p>
      {conflict && (
        <span className="flex flex-wrap gap-2">
          <Button size="sm" variant="ink" onClick={compare}>
            Vergleichen
          </Button>
          <Button size="sm" variant="on-tint" onClick={reload}>
            Neu laden
          </Button>
          {record?.can.overwrite && (
            <Button size="sm" variant="on-tint" onClick={form.overwrite}>
              Trotzdem speichern
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

/** Shows two edits side by side; resolves with what is to be written, or with undefined when nothing was decided. */
function openConflictDialog(edits: TwoEdits): Promise<RecordBody | undefined> {
  return lazyDialog(
    () => import("./comparison.tsx"),
    ({ Comparison }, controls) => <Comparison {...edits} {...controls} />,
  );
}
