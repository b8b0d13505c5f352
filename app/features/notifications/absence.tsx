import { type FormEvent, useState } from "react";
import type { OwnPreferences } from "../../../contract/notification-preferences.ts";
import { formatDate } from "../../lib/format.ts";
import { useMutate } from "../../lib/mutate.ts";
import { problemOf, useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Section } from "../../ui/section.tsx";
import { TextInput } from "../../ui/text-input.tsx";

/** Until the end of a day neither mail nor toasts come; afterwards everything does that is still unread. */
export function Absence({ awayUntil }: Pick<OwnPreferences, "awayUntil">) {
  const trpc = useTRPC();
  const [day, setDay] = useState("");
  const [errors, setErrors] = useState<string[]>([]);
  const save = useMutate(trpc.notification.setAbsence.mutationOptions(), {
    refreshes: ["notification"],
    success: "Gespeichert.",
    onSuccess: () => setDay(""),
    onRefused: (error) => {
      const refused = problemOf(error)?.fields?.awayUntil;
      if (refused) setErrors(refused);
      return Boolean(refused);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setErrors(day ? [] : ["Abwesend bis: Bitte ein Datum angeben."]);
    if (day && !save.isPending) save.mutate({ awayUntil: day });
  };
  return (
    <Section title="Abwesenheit" className="mt-11">
      <p className="mt-3 max-w-[60ch] text-ui text-text-2">
        {awayUntil ? (
          <>
            Du bist bis einschließlich <b className="font-medium text-text-1">{formatDate(noon(awayUntil))}</b>{" "}
            abwesend: Bis dahin kommen weder E-Mails noch Live-Hinweise.
          </>
        ) : (
          "Solange du weg bist, kommen weder E-Mails noch Live-Hinweise. In der Glocke findest du danach alles wieder."
        )}
      </p>
      <form onSubmit={submit} noValidate className="mt-3.5 flex flex-wrap items-end gap-2">
        <Field label="Abwesend bis" errors={errors} className="w-[200px]">
          <TextInput
            type="date"
            value={day || (awayUntil ?? "")}
            onChange={(event) => {
              setDay(event.target.value);
              setErrors([]);
            }}
          />
        </Field>
        <Button type="submit" loading={save.isPending} loadingLabel="Speichert …">
          Speichern
        </Button>
        {awayUntil && !save.isPending && (
          <Button variant="ghost" onClick={() => save.mutate({ awayUntil: null })}>
            Wieder da
          </Button>
        )}
      </form>
    </Section>
  );
}

const noon = (day: string) => new Date(`${day}T12:00Z`);
