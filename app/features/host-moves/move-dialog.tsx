import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lowTtlSeconds, type MovableWebsite, maxMoved } from "../../../contract/host-moves/host-moves.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { DateInput } from "../../lib/form/date-input.tsx";
import { newClientId } from "../../lib/new-client-id.ts";
import { portalNow } from "../../lib/time/portal-clock.ts";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Fieldset } from "../../ui/form/fieldset.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";

const usual = "usual";

/** „Umzug planen …“: which websites go where and when; what comes of it are tasks, nothing moves by itself. */
export function MoveDialog({ host, close, ...controls }: { host: RecordRow } & ModalControls<true>) {
  const { hostMove, task } = useTRPC();
  const movable = useQuery(hostMove.movable.queryOptions({ id: host.id }));
  const templates = useQuery(task.templates.queryOptions({}));
  const [creationId] = useState(newClientId);
  const [target, setTarget] = useState<Ref | null>(null);
  const [assignee, setAssignee] = useState<Ref | null>(null);
  const [movesOn, setMovesOn] = useState(() => addDays(portalDate(portalNow()), 7));
  const [template, setTemplate] = useState<string>(usual);
  const [without, setWithout] = useState<readonly string[]>([]);
  const { refusals, onRefused, forget } = useRefusals();
  const websites = movable.data ?? [];
  const chosen = websites.filter(({ id }) => !without.includes(id));
  const plan = useMutate(hostMove.plan.mutationOptions(), {
    refreshes: ["task", "domain", "host", "website", "change"],
    success: "Umzug geplant: Die Aufgaben sind angelegt.",
    onRefused,
    onSuccess: () => close(true),
  });
  const labels: Record<string, string> = {
    [usual]: "Übliche Schritte",
    ...Object.fromEntries((templates.data ?? []).map(({ id, title }) => [id, title])),
  };
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      forget();
    };
  return (
    <FormDialog
      {...controls}
      width={560}
      staysOpen
      title={`Umzug planen: ${host.title}`}
      description="Je Website entsteht eine Aufgabe mit Checkliste, dazu eine für die TTL. Änderungen an DNS und Registrierung der Domains gelten bis zwei Tage danach als geplant."
      submitLabel={chosen.length === 1 ? "1 Website einplanen" : `${chosen.length} Websites einplanen`}
      busyLabel="Plant …"
      isBusy={plan.isPending}
      isIncomplete={!target || chosen.length === 0 || chosen.length > maxMoved}
      message={refusals[0]}
      onSubmit={() =>
        target &&
        plan.mutate({
          hostId: host.id,
          targetHostId: target.id,
          websiteIds: chosen.map(({ id }) => id),
          movesOn,
          creationId,
          templateId: template === usual ? null : template,
          assigneeUserId: assignee?.id ?? null,
        })
      }
    >
      <Field label="Ziel">
        <RelationPicker to="host" value={target} onChange={change(setTarget)} canCreate placeholder="Hoster suchen …" />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Umzug am">
          <DateInput value={movesOn} onChange={change(setMovesOn)} />
        </Field>
        <Field label="Checkliste">
          <ChoiceSelect labels={labels} value={template} onChange={change(setTemplate)} />
        </Field>
      </div>
      <Field label="Zuständig">
        <RelationPicker to="user" value={assignee} onChange={change(setAssignee)} placeholder="Niemand Bestimmtes" />
      </Field>
      {movable.isPending ? (
        <RowSkeletons rows={3} />
      ) : (
        <Websites
          websites={websites}
          without={without}
          onChange={change(setWithout)}
          tooMany={chosen.length > maxMoved}
        />
      )}
    </FormDialog>
  );
}

interface WebsitesProps {
  websites: readonly MovableWebsite[];
  without: readonly string[];
  onChange: (without: readonly string[]) => void;
  tooMany: boolean;
}

function Websites({ websites, without, onChange, tooMany }: WebsitesProps) {
  if (websites.length === 0)
    return <p className="text-ui text-text-2">Auf diesem Hoster liegt keine Website, die umziehen könnte.</p>;
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? without.filter((each) => each !== id) : [...without, id]);
  return (
    <Fieldset legend="Websites" errors={tooMany ? [`Höchstens ${maxMoved} auf einmal.`] : []}>
      <div className="mt-1.5 grid justify-items-start gap-1.5 max-md:gap-0">
        {websites.length > 1 && (
          <Checkbox
            label="Alle"
            checked={without.length === 0}
            indeterminate={without.length > 0 && without.length < websites.length}
            onChange={({ target }) => onChange(target.checked ? [] : websites.map(({ id }) => id))}
          />
        )}
        {websites.map(({ id, label, customer, ttlSeconds }) => (
          <Checkbox
            key={id}
            label={
              <span>
                {label}
                <span className="text-text-3">
                  {[customer === label ? null : customer, ttlText(ttlSeconds)].map((each) => each && ` · ${each}`)}
                </span>
              </span>
            }
            checked={!without.includes(id)}
            onChange={({ target }) => toggle(id, target.checked)}
          />
        ))}
      </div>
    </Fieldset>
  );
}

function ttlText(seconds: number | null): string {
  if (seconds === null) return "";
  return seconds <= lowTtlSeconds ? `TTL ${seconds} s` : `TTL ${seconds} s, vorher senken`;
}
