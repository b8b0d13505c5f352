import type { OwnPreferences } from "../../../contract/notifications/notification-preferences.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { WeekdaysField } from "../../records/form/controls/weekdays-field.tsx";
import { Button } from "../../ui/button.tsx";

/** On which days a person works, where those are not the agency's. */
export function OwnWorkingDays({ workingDays, calendar }: Pick<OwnPreferences, "workingDays" | "calendar">) {
  const trpc = useTRPC();
  const save = useMutate(trpc.notification.setWorkingDays.mutationOptions(), {
    refreshes: ["notification"],
    success: "Gespeichert.",
  });
  const own = save.isPending && save.variables ? save.variables.workingDays : workingDays;
  const choose = (days: number[] | null) => save.mutate({ workingDays: days });
  return (
    <div className="border-b py-3.5">
      <WeekdaysField
        days={own ?? calendar.workingDays}
        hint="Alle anderen Tage sind deine freien: Eine Erinnerung an eine Frist kommt am Arbeitstag davor, E-Mail und Zusammenfassung warten. Feiertage sind die der Agentur."
        errors={[]}
        onChange={choose}
      />
      {own && (
        <Button size="sm" variant="ghost" className="-ml-2 mt-1" onClick={() => choose(null)}>
          Wie die Agentur
        </Button>
      )}
    </div>
  );
}
