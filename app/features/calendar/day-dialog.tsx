import { useQuery } from "@tanstack/react-query";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogClose } from "../../ui/overlays/dialog.tsx";
import { type CalendarState, dayInput } from "./calendar-state.ts";
import { dayName } from "./day-names.ts";
import { DayRows } from "./day-rows.tsx";
import { MaintenanceRows, useMaintenanceTimes } from "./maintenance-times.tsx";

/** Everything of one day, as far as the filters of the calendar let it through. */
export function DayDialog({
  day,
  state,
  open,
  onOpenChange,
  close,
}: ModalControls<true> & { day: string; state: CalendarState }) {
  const days = useQuery(useTRPC().deadline.calendar.queryOptions(dayInput(state, day)));
  const maintenance = useMaintenanceTimes(state, { from: day, to: day });
  const holiday = days.data?.days[0]?.holiday;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={dayName(day)}
      {...(holiday && { description: holiday })}
      width={560}
      footer={
        <DialogClose asChild>
          <Button>Schließen</Button>
        </DialogClose>
      }
    >
      <div className="mt-3">
        <MaintenanceRows times={maintenance} />
        <QueryPanel query={days} rows={3} failure="Der Tag konnte nicht geladen werden.">
          {({ days: [found] }) =>
            found && found.total > 0 ? (
              <>
                <DayRows day={found} onLeave={() => close(true)} />
                {found.total > found.deadlines.length && (
                  <p className="pt-3 text-note text-text-2">
                    Gezeigt sind die ersten {found.deadlines.length} von {found.total} Terminen.
                  </p>
                )}
              </>
            ) : maintenance.length > 0 ? null : (
              <p className="border-t py-4 text-ui text-text-2">An diesem Tag steht nichts an.</p>
            )
          }
        </QueryPanel>
      </div>
    </Dialog>
  );
}
