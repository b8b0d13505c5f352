import type { OwnPreferences } from "../../../contract/notifications/notification-preferences.ts";
import { portalTimeZone } from "../../../contract/time/time-zone.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { TimeZoneField } from "../settings/general/time-zone-field.tsx";

/** Where a person's clocks are, for what waits for a time of their day. */
export function OwnTimeZone({ timeZone }: Pick<OwnPreferences, "timeZone">) {
  const trpc = useTRPC();
  const save = useMutate(trpc.notification.setTimeZone.mutationOptions(), {
    refreshes: ["notification"],
    success: "Gespeichert.",
  });
  const shown = save.isPending && save.variables ? save.variables.timeZone : timeZone;
  const choose = (zone: string) => save.mutate({ timeZone: zone === portalTimeZone() ? null : zone });
  return (
    <div className="border-b py-3.5">
      <TimeZoneField
        value={shown ?? portalTimeZone()}
        errors={[]}
        hint={`Nach ihr richten sich deine Ruhezeiten und deine Zusammenfassung um 8 Uhr. Sonst zeigt das Portal allen dieselbe Zeit (${portalTimeZone()}).`}
        onChange={choose}
      />
      {shown && (
        <Button size="sm" variant="ghost" className="-ml-2 mt-1" onClick={() => choose(portalTimeZone())}>
          Wie das Portal
        </Button>
      )}
    </div>
  );
}
