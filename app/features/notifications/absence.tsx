import { ChevronDown, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { OwnPreferences } from "../../../contract/notifications/notification-preferences.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { formatCalendarDate, readDate } from "../../../contract/time/calendar-date.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { DateInput } from "../../lib/form/date-input.tsx";
import { useSession } from "../../lib/people/session.tsx";
import { Combobox } from "../../records/form/controls/combobox.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";

type Errors = Partial<Record<"awayUntil" | "deputyId", readonly string[]>>;

/** Until the end of a day neither mail nor toasts come, and somebody may stand in; afterwards all is as before. */
export function Absence({ preferences }: { preferences: OwnPreferences }) {
  const { awayUntil, deputy } = preferences;
  const trpc = useTRPC();
  const me = useSession().data?.user.id ?? "";
  const [day, setDay] = useState<string>();
  const [chosen, setChosen] = useState<Ref | null>();
  const [errors, setErrors] = useState<Errors>({});
  const stored = deputy && { id: deputy.id, label: deputy.name };
  const standIn = chosen === undefined ? stored : chosen;
  const until = day ?? awayUntil ?? "";
  const save = useMutate(trpc.notification.setAbsence.mutationOptions(), {
    refreshes: ["notification"],
    success: "Gespeichert.",
    onSuccess: () => {
      setDay(undefined);
      setChosen(undefined);
      setErrors({});
    },
    onRefused: (error) => {
      const { awayUntil, deputyId } = problemOf(error)?.fields ?? {};
      setErrors({ ...(awayUntil && { awayUntil }), ...(deputyId && { deputyId }) });
      return Boolean(awayUntil ?? deputyId);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reading = readDate(until);
    setErrors(
      "problem" in reading
        ? { awayUntil: [`Abwesend bis: ${until ? reading.problem : "Bitte ein Datum angeben."}`] }
        : {},
    );
    if ("value" in reading && !save.isPending) save.mutate({ awayUntil: until, deputyId: standIn?.id ?? null });
  };
  const choose = (next: Ref | null) => {
    setChosen(next);
    setErrors(({ deputyId: _, ...others }) => others);
  };
  return (
    <Section title="Abwesenheit" className="mt-11">
      <AbsenceText preferences={preferences} />
      <form
        onSubmit={submit}
        noValidate
        className="mt-3.5 grid max-w-[560px] gap-x-3 gap-y-[18px] sm:grid-cols-[200px_1fr]"
      >
        <Field label="Abwesend bis" errors={errors.awayUntil ?? []}>
          <DateInput
            value={until}
            onChange={(next) => {
              setDay(next);
              setErrors(({ awayUntil: _, ...others }) => others);
            }}
          />
        </Field>
        <Field label="Vertretung" mark="optional" errors={errors.deputyId ?? []}>
          <Combobox
            to="user"
            without={[me]}
            rest={standIn?.label ?? ""}
            selected={standIn?.id}
            placeholder="Niemand"
            onPick={({ id, label }) => choose({ id, label })}
            onEmptied={() => choose(null)}
            trailing={
              standIn ? (
                <IconButton
                  icon={X}
                  label={`${standIn.label} als Vertretung entfernen`}
                  size="sm"
                  onClick={() => choose(null)}
                />
              ) : (
                <Icon of={ChevronDown} className="pointer-events-none mr-1.5 text-text-3" />
              )
            }
          />
        </Field>
        <div className="flex flex-wrap gap-2 sm:col-span-2">
          <Button type="submit" loading={save.isPending} loadingLabel="Speichert …">
            Speichern
          </Button>
          {awayUntil && !save.isPending && (
            <Button variant="ghost" onClick={() => save.mutate({ awayUntil: null })}>
              Wieder da
            </Button>
          )}
        </div>
      </form>
    </Section>
  );
}

/** What an absence does, and how it stands. */
function AbsenceText({ preferences: { awayUntil, deputy } }: { preferences: OwnPreferences }) {
  if (!awayUntil) {
    return (
      <p className="mt-3 max-w-[60ch] text-ui text-text-2">
        Solange du weg bist, kommen weder E-Mails noch Live-Hinweise. In der Glocke findest du danach alles wieder. Wer
        dich vertritt, bekommt bis dahin auch, was du sonst erledigen würdest: Erwähnungen, Fristen und Übergaben,
        soweit sie die Person selbst sehen darf. Deine Chats bleiben bei dir.
      </p>
    );
  }
  return (
    <p className="mt-3 max-w-[60ch] text-ui text-text-2">
      Du bist bis einschließlich <b className="font-medium text-text-1">{formatCalendarDate(awayUntil)}</b> abwesend:
      Bis dahin kommen weder E-Mails noch Live-Hinweise. {deputy ? deputyText(deputy) : "Es vertritt dich niemand."}
    </p>
  );
}

function deputyText({ name, hasLeft, awayUntil }: NonNullable<OwnPreferences["deputy"]>) {
  if (hasLeft) return `${name} ist nicht mehr im Team: Es vertritt dich gerade niemand.`;
  if (awayUntil)
    return `${name} vertritt dich, ist aber selbst bis ${formatCalendarDate(awayUntil)} abwesend. So lange geht alles an die Vertretung von ${name}, falls es eine gibt.`;
  return `${name} vertritt dich.`;
}
