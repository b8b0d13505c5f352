import { Link } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import type { Belongings, HandedType, SkippedThing } from "../../../contract/offboarding/offboarding.ts";
import { handedLabels } from "../../../contract/offboarding/offboarding-labels.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { recordPath } from "../../records/record-path.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { linkInRow } from "../../ui/link-class.ts";
import { Step } from "./step.tsx";

interface Kind {
  type: HandedType;
  total: number;
}

/** Hands over what somebody is responsible for: all of it to one person, or one kind after the other to several. */
export function ResponsibilitiesStep({ userId, left }: { userId: string; left: Belongings }) {
  const kinds: Kind[] = [
    ...left.responsibilities,
    ...(left.tasks > 0 ? [{ type: "task" as const, total: left.tasks }] : []),
    ...(left.feedback > 0 ? [{ type: "feedback" as const, total: left.feedback }] : []),
  ];
  const [without, setWithout] = useState<readonly HandedType[]>([]);
  const [receiver, setReceiver] = useState<Ref | null>(null);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [skipped, setSkipped] = useState<readonly SkippedThing[]>([]);
  const handOver = useMutate(useTRPC().offboarding.handOver.mutationOptions(), {
    refreshes: ["offboarding", "user"],
    onSuccess: ({ skipped }) => {
      setErrors([]);
      setSkipped(skipped);
    },
    onRefused: (error) => {
      const problem = problemOf(error);
      setErrors(problem ? [problem.message] : []);
      return Boolean(problem);
    },
  });
  const chosen = kinds.filter(({ type }) => !without.includes(type));
  const total = kinds.reduce((sum, kind) => sum + kind.total, 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (handOver.isPending) return;
    if (!receiver) return setErrors(["Übergeben an: Pflichtfeld."]);
    handOver.mutate({ id: userId, toId: receiver.id, types: chosen.map(({ type }) => type) });
  };
  const toggle = (type: HandedType) =>
    setWithout(without.includes(type) ? without.filter((each) => each !== type) : [...without, type]);
  return (
    <Step
      step="responsibilities"
      left={
        total === 0 ? "Nichts ist mehr zu übergeben." : `${total} ${total === 1 ? "Eintrag" : "Einträge"} zu übergeben.`
      }
      isDone={total === 0}
    >
      {total > 0 && (
        <form onSubmit={submit} noValidate>
          <fieldset className="mt-3 border-t">
            <legend className="sr-only">Was übergeben wird</legend>
            {kinds.map(({ type, total }) => (
              <div key={type} className="flex min-h-10 items-center border-b">
                <Checkbox
                  checked={!without.includes(type)}
                  onChange={() => toggle(type)}
                  label={handedLabel(type, total)}
                />
              </div>
            ))}
          </fieldset>
          <div className="mt-4 flex flex-wrap items-end gap-3">
            <Field label="Übergeben an" errors={errors} className="min-w-0 max-w-[320px] flex-1 basis-56">
              <RelationPicker
                to="user"
                label="Übergeben an"
                placeholder="Person wählen …"
                value={receiver}
                onChange={setReceiver}
              />
            </Field>
            <Button type="submit" disabled={chosen.length === 0} loading={handOver.isPending} loadingLabel="Übergibt …">
              Übergeben
            </Button>
          </div>
        </form>
      )}
      <SkippedList things={skipped} />
      {total > 0 && (
        <p className="mt-3 text-meta text-text-3">Private Wiki-Seiten bleiben privat und werden nicht übergeben.</p>
      )}
    </Step>
  );
}

function handedLabel(type: HandedType, total: number): string {
  const { one, many } = handedLabels(type);
  if (type === "feedback") return total === 1 ? "1 offenes Feedback" : `${total} offene Feedback-Einträge`;
  return `${total} ${total === 1 ? one : many}`;
}

/** What could not be handed over, each with its reason. */
function SkippedList({ things }: { things: readonly SkippedThing[] }) {
  if (things.length === 0) return null;
  return (
    <div role="status" className="mt-4">
      <p className="font-medium">Nicht übergeben:</p>
      <ul className="mt-1 border-t">
        {things.map(({ type, id, title, reason }) => (
          <li key={`${type}:${id}`} className="border-b py-2 [overflow-wrap:anywhere]">
            <Link
              to={(type === "task" ? `/tasks?scope=all&task=${id}` : recordPath(type, id)) ?? ""}
              className={linkInRow}
            >
              {title}
            </Link>
            <p className="text-meta text-text-2">{reason}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
