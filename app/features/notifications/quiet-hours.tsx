import { useId } from "react";
import type { OwnPreferences, QuietHours } from "../../../contract/notifications/notification-preferences.ts";
import { portalTimeZone } from "../../../contract/time/time-zone.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { TimeInput } from "../../lib/form/time-input.tsx";
import { TimeZoneField } from "../../records/form/controls/time-zone-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { Section } from "../../ui/section.tsx";
import { OwnWorkingDays } from "./own-working-days.tsx";

type Flag = "isOn" | "weekend" | "criticalAnyway" | "silencesLive";

/** When mail waits. What is held back comes afterwards, and the bell counts all the while. */
export function QuietHoursSection({ preferences }: { preferences: OwnPreferences }) {
  const trpc = useTRPC();
  const save = useMutate(trpc.notification.setQuietHours.mutationOptions(), { refreshes: ["notification"] });
  const quiet = save.isPending && save.variables ? save.variables.quiet : preferences.quiet;
  const change = (part: Partial<QuietHours>) => save.mutate({ quiet: { ...quiet, ...part } });
  const flag = (name: Flag) => ({ isOn: quiet[name], onChange: (isOn: boolean) => change({ [name]: isOn }) });
  return (
    <Section title="Ruhezeiten" className="mt-11">
      <Row
        label="Ruhezeiten einhalten"
        text="E-Mails, Messenger und Browser-Push warten so lange und kommen danach. Die Glocke zählt weiter, nichts geht verloren."
        {...flag("isOn")}
      />
      {quiet.isOn && (
        <>
          <div className="flex flex-wrap gap-4 border-b py-3.5">
            <Time label="Von" value={quiet.from} onChange={(from) => change({ from })} />
            <Time label="Bis" value={quiet.to} onChange={(to) => change({ to })} />
          </div>
          <Row
            label="Auch am Wochenende"
            text="Ganztags an Tagen, an denen du nicht arbeitest, und an Feiertagen."
            {...flag("weekend")}
          />
          <Row
            label="Kritisches trotzdem"
            text="Was nicht warten kann, kommt auch in der Ruhezeit."
            {...flag("criticalAnyway")}
          />
          <Row
            label="Live-Hinweise ebenfalls zurückhalten"
            text="Dann erscheinen in der Ruhezeit auch keine Hinweise am Bildschirmrand."
            {...flag("silencesLive")}
          />
        </>
      )}
      <OwnWorkingDays workingDays={preferences.workingDays} calendar={preferences.calendar} />
      <OwnTimeZone timeZone={preferences.timeZone} />
    </Section>
  );
}

interface RowProps {
  label: string;
  text: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Row({ label, text, isOn, onChange }: RowProps) {
  const id = useId();
  return (
    <div className="flex min-h-14 items-center gap-4 border-b py-2">
      <div className="min-w-0 flex-1">
        <p id={id} className="font-medium">
          {label}
        </p>
        <p className="text-meta text-text-2">{text}</p>
      </div>
      <Switch
        aria-labelledby={id}
        className="max-md:min-w-11 max-md:justify-end"
        checked={isOn}
        onChange={(change) => onChange(change.target.checked)}
      />
    </div>
  );
}

interface TimeProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Saved when left: while it is being typed, a time is none yet. */
function Time({ label, value, onChange }: TimeProps) {
  return (
    <Field label={label} className="w-[132px]">
      <TimeInput required value={value} onCommit={(time) => time && onChange(time)} />
    </Field>
  );
}

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
