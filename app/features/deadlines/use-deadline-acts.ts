import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { showToast, undoable } from "../../lib/dialogs/toasts.ts";

type Deadline = Pick<DeadlineRow, "id" | "label" | "snoozedUntil" | "responsible">;

const refreshes = ["deadline", "claim", "dashboard", "change"] as const;

/** What can be done about a deadline wherever it is listed; what can be taken back offers so in its toast. */
export function useDeadlineActs() {
  const { deadline: api } = useTRPC();
  const completing = useMutate(api.complete.mutationOptions(), { refreshes });
  const reopening = useMutate(api.reopen.mutationOptions(), { refreshes });
  const snoozing = useMutate(api.snooze.mutationOptions(), { refreshes });
  const reminding = useMutate(api.remind.mutationOptions(), { refreshes: [] });
  const removing = useMutate(api.delete.mutationOptions(), { refreshes, success: "Termin gelöscht." });
  const say = (title: string, { label: message }: Deadline, undo?: () => void) =>
    showToast({ tone: "success", title, message, ...(undo && undoable(undo)) });
  return {
    complete: {
      run: (deadline: Deadline) => {
        const { id } = deadline;
        completing.mutate({ id }, { onSuccess: () => say("Erledigt.", deadline, () => reopening.mutate({ id })) });
      },
      isPending: completing.isPending,
    },
    reopen: { run: ({ id }: Deadline) => reopening.mutate({ id }), isPending: reopening.isPending },
    snooze: {
      run: (deadline: Deadline, until: string | null) => {
        const { id, snoozedUntil: before } = deadline;
        const undo = () => snoozing.mutate({ id, until: before });
        const told = () => until && say(`Zurückgestellt bis ${formatCalendarDate(until)}.`, deadline, undo);
        snoozing.mutate({ id, until }, { onSuccess: told });
      },
    },
    remind: {
      run: (deadline: Deadline) => {
        const told = () => say(`${deadline.responsible?.label} wird erinnert.`, deadline);
        reminding.mutate({ id: deadline.id }, { onSuccess: told });
      },
    },
    remove: { run: ({ id }: Deadline) => removing.mutate({ id }) },
  };
}

export type DeadlineActs = ReturnType<typeof useDeadlineActs>;
