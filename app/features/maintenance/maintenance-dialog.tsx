import { X } from "lucide-react";
import { useState } from "react";
import {
  type MaintenanceScope,
  type MaintenanceWindow,
  maintenanceScopes,
} from "../../../contract/maintenance/maintenance.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { recurrencePresets } from "../../../contract/tasks/recurrence.ts";
import { addDays, portalMoment, portalTime } from "../../../contract/time/portal-time.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { DateInput } from "../../lib/form/date-input.tsx";
import { TimeInput } from "../../lib/form/time-input.tsx";
import { newClientId } from "../../lib/new-client-id.ts";
import { portalNow } from "../../lib/time/portal-clock.ts";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { IconButton } from "../../ui/button.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import type { PlannedFor } from "./open-maintenance-dialogs.tsx";

interface Values {
  title: string;
  scope: MaintenanceScope;
  targets: Ref[];
  day: string;
  from: string;
  endDay: string;
  until: string;
  rrule: string;
  isSilent: boolean;
}

/** „Wartung planen“: once or repeating, about everything or some of it. */
export function MaintenanceDialog({
  window,
  about,
  close,
  ...controls
}: { window: MaintenanceWindow | undefined; about: PlannedFor | undefined } & ModalControls<true>) {
  const { maintenance } = useTRPC();
  const [creationId] = useState(newClientId);
  const [values, setValues] = useState(() => valuesOf(window, about));
  const [refusals, setRefusals] = useState<Record<string, string[]>>({});
  const change = (changes: Partial<Values>) => {
    setValues((before) => ({ ...before, ...changes }));
    setRefusals({});
  };
  const answer = {
    refreshes: ["maintenance", "website", "host", "domain"] as const,
    success: window ? "Wartung gespeichert." : "Wartung geplant.",
    onSuccess: () => close(true),
    onRefused(error: unknown) {
      const problem = problemOf(error);
      if (!problem?.problem) return false;
      setRefusals(
        problem.fields && Object.keys(problem.fields).length > 0 ? problem.fields : { "": [problem.message] },
      );
      return true;
    },
  };
  const create = useMutate(maintenance.create.mutationOptions(), answer);
  const update = useMutate(maintenance.update.mutationOptions(), answer);
  const save = () => {
    const input = inputOf(values);
    if (typeof input === "string") return setRefusals({ startsAt: [input] });
    if (window) update.mutate({ ...input, id: window.id, version: window.version });
    else create.mutate({ ...input, creationId });
  };
  const errorsOf = (name: string) =>
    Object.entries(refusals).flatMap(([field, texts]) => (field.startsWith(name) ? texts : []));
  return (
    <FormDialog
      {...controls}
      width={560}
      staysOpen
      title={window ? "Wartung ändern" : "Wartung planen"}
      submitLabel="Speichern"
      busyLabel="Speichert …"
      isBusy={create.isPending || update.isPending}
      message={refusals[""]?.[0]}
      onSubmit={save}
    >
      <Field label="Titel" errors={errorsOf("title")}>
        <TextInput
          value={values.title}
          autoFocus
          autoComplete="off"
          onChange={({ target }) => change({ title: target.value })}
        />
      </Field>
      <Field label="Umfang" errors={errorsOf("scope")}>
        <ChoiceSelect
          labels={maintenanceScopes}
          value={values.scope}
          onChange={(scope) => change({ scope, targets: [] })}
        />
      </Field>
      {values.scope !== "all" && (
        <Targets
          scope={values.scope}
          targets={values.targets}
          errors={errorsOf("targetIds")}
          onChange={(targets) => change({ targets })}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label="Beginn" errors={errorsOf("startsAt")}>
          <DateInput
            value={values.day}
            onChange={(day) => change({ day, ...(values.endDay === values.day && { endDay: day }) })}
          />
        </Field>
        <Field label="Uhrzeit">
          <TimeInput value={values.from} onChange={(from) => change({ from })} />
        </Field>
        <Field label="Ende" errors={errorsOf("endsAt")}>
          <DateInput value={values.endDay} onChange={(endDay) => change({ endDay })} />
        </Field>
        <Field label="Uhrzeit">
          <TimeInput value={values.until} onChange={(until) => change({ until })} />
        </Field>
      </div>
      <Field label="Wiederholung" errors={errorsOf("rrule")}>
        <ChoiceSelect labels={repeats(values.rrule)} value={values.rrule} onChange={(rrule) => change({ rrule })} />
      </Field>
      <Switch
        label="Nicht alarmieren, und nicht zur Verfügbarkeit zählen"
        checked={values.isSilent}
        onChange={({ target }) => change({ isSilent: target.checked })}
      />
    </FormDialog>
  );
}

interface TargetsProps {
  scope: Exclude<MaintenanceScope, "all">;
  targets: readonly Ref[];
  errors: string[];
  onChange: (targets: Ref[]) => void;
}

function Targets({ scope, targets, errors, onChange }: TargetsProps) {
  const add = (chosen: Ref | null) => {
    if (chosen && !targets.some(({ id }) => id === chosen.id)) onChange([...targets, chosen]);
  };
  return (
    <div className="grid gap-2">
      <Field label={maintenanceScopes[scope]} errors={errors}>
        <RelationPicker key={targets.length} to={scope} value={null} onChange={add} placeholder="Hinzufügen …" />
      </Field>
      {targets.length > 0 && (
        <ul aria-label="Gewählt" className="flex flex-wrap gap-2">
          {targets.map(({ id, label }) => (
            <li key={id} className="flex items-center gap-1 rounded-6 bg-sunken py-0.5 pl-2.5 pr-0.5 text-ui">
              <span className="[overflow-wrap:anywhere]">{label}</span>
              <IconButton
                icon={X}
                size="sm"
                variant="ghost"
                label={`${label} entfernen`}
                onClick={() => onChange(targets.filter((each) => each.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What can be chosen, and a rule of its own kind that came over the interface. */
function repeats(rule: string): Record<string, string> {
  const presets = Object.fromEntries(recurrencePresets.map((preset) => [preset.rule, preset.label]));
  return { "": "Einmal", ...presets, ...(rule !== "" && !(rule in presets) && { [rule]: "Eigene Regel" }) };
}

function valuesOf(window: MaintenanceWindow | undefined, about: PlannedFor | undefined): Values {
  const now = portalTime(portalNow());
  const tomorrow = addDays(now.day, 1);
  if (!window)
    return {
      title: "",
      scope: about?.scope ?? "host",
      targets: about?.targets ?? [],
      day: tomorrow,
      from: "03:00",
      endDay: tomorrow,
      until: "05:00",
      rrule: "",
      isSilent: true,
    };
  const [from, until] = [portalTime(window.startsAt), portalTime(window.endsAt)];
  return {
    title: window.title,
    scope: window.scope,
    targets: window.targets,
    rrule: window.rrule ?? "",
    day: from.day,
    from: from.time,
    endDay: until.day,
    until: until.time,
    isSilent: window.isSilent,
  };
}

/** What the server is sent; a sentence where a moment cannot be read. */
function inputOf({ title, scope, targets, day, from, endDay, until, rrule, isSilent }: Values) {
  const isMoment =
    [day, endDay].every((each) => /^\d{4}-\d{2}-\d{2}$/.test(each)) &&
    [from, until].every((time) => /^\d\d:\d\d$/.test(time));
  if (!isMoment) return "Beginn und Ende: Bitte Datum und Uhrzeit angeben.";
  return {
    title,
    scope,
    targetIds: targets.map(({ id }) => id),
    rrule: rrule || null,
    isSilent,
    startsAt: portalMoment(day, from).toISOString(),
    endsAt: portalMoment(endDay, until).toISOString(),
  };
}
