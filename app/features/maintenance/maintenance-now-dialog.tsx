import { type KeyboardEvent, useState } from "react";
import { adHocMinutes } from "../../../contract/maintenance/maintenance.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { hideToast, showToast } from "../../lib/dialogs/toasts.ts";
import { formatTime } from "../../lib/format.ts";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import type { Maintained } from "./open-maintenance-dialogs.tsx";

const durations = {
  "15": "15 Minuten",
  "30": "30 Minuten",
  "60": "1 Stunde",
  "120": "2 Stunden",
  "240": "4 Stunden",
} as const;
type Duration = keyof typeof durations;

/** Keeps something quiet from now on: Enter is enough for half an hour. */
export function MaintenanceNowDialog({ target, close, ...controls }: { target: Maintained } & ModalControls<true>) {
  const [minutes, setMinutes] = useState<Duration>(`${adHocMinutes}`);
  const { maintenance } = useTRPC();
  const { refusals, onRefused } = useRefusals();
  const refreshes = ["maintenance", "website", "host", "domain"] as const;
  const end = useMutate(maintenance.end.mutationOptions(), { refreshes, success: "Wartung beendet." });
  const start = useMutate(maintenance.start.mutationOptions(), {
    refreshes,
    onRefused,
    onSuccess: ({ id, until }) => {
      const toast = showToast({
        tone: "success",
        title: `Wartung bis ${formatTime(until)} Uhr`,
        message: target.title,
        autoCloseMs: 10_000,
        action: {
          label: "Beenden",
          perform: () => {
            hideToast(toast);
            end.mutate({ id });
          },
        },
      });
      close(true);
    },
  });
  return (
    <FormDialog
      {...controls}
      title="Wartung starten"
      description={`„${target.title}“ alarmiert in dieser Zeit nicht und zählt nicht zur Verfügbarkeit.`}
      submitLabel="Starten"
      busyLabel="Startet …"
      isBusy={start.isPending}
      message={refusals[0]}
      onSubmit={() => start.mutate({ type: target.type, id: target.id, minutes: Number(minutes) })}
    >
      <Field label="Wie lange">
        <ChoiceSelect labels={durations} value={minutes} onChange={setMinutes} onKeyDown={submitByEnter} autoFocus />
      </Field>
    </FormDialog>
  );
}

/** By itself Enter unfolds a select; arrows and the space bar do that too. */
function submitByEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
