import { type FormEvent, useState } from "react";
import type { FeedbackStatus } from "../../../contract/feedback/feedback.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { problemOf } from "../../lib/api/trpc.tsx";
import { RelationPicker } from "../../records/form/controls/relation-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import type { Stepping } from "./open-step-dialog.tsx";
import { otherStepOf, otherStepWords } from "./other-step.ts";
import type { Asked } from "./step.ts";
import { useSteps } from "./use-steps.ts";

interface StepFormProps {
  stepping: Stepping;
  to: FeedbackStatus;
  asked: Asked;
  onDone: () => void;
  onCancel: () => void;
}

const submitLabels: Partial<Record<FeedbackStatus, string>> = {
  done: "Erledigt melden",
  rejected: "Ablehnen",
  duplicate: "Als Duplikat schließen",
  query: "Nachfragen",
};

export function StepForm({ stepping, to, asked, onDone, onCancel }: StepFormProps) {
  const [words, setWords] = useState(stepping.said?.answer ?? "");
  const [releasedIn, setReleasedIn] = useState(stepping.said?.releasedIn ?? "");
  const [version, setVersion] = useState(stepping.version);
  const [origin, setOrigin] = useState<Ref | null>(null);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [problem, setProblem] = useState<string>();
  const steps = useSteps({
    onDone,
    onRefused: (error) => {
      const refusal = problemOf(error);
      const other = otherStepOf(error);
      setErrors(refusal?.fields ?? {});
      if (other) {
        setVersion(other.version);
        setProblem(
          `${otherStepWords(stepping.title.split(" ")[0] ?? "", other)} Wenn es trotzdem gelten soll, sende noch einmal.`,
        );
      } else if (!refusal?.fields) setProblem(refusal?.message ?? "Der Server antwortet nicht.");
      return true;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (steps.isPending) return;
    setErrors({});
    setProblem(undefined);
    const isPolished = stepping.said !== undefined;
    steps.take(version === undefined ? stepping : { ...stepping, version }, {
      status: to,
      ...(asked === "answer" ? { answer: words } : words && { reason: words }),
      ...((releasedIn || isPolished) && to === "done" && { releasedIn }),
      ...(origin && { duplicateOfId: origin.id }),
    });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-[18px] grid grid-cols-1 gap-[18px]">
      {problem && <FormNotice text={problem} />}
      {asked === "duplicate" && (
        <Field
          label="Duplikat von"
          errors={errors.duplicateOfId ?? []}
          hint="Stimmen und Folgende ziehen dorthin um. Wird das Duplikat wieder geöffnet, bleiben sie dort."
        >
          <RelationPicker to="feedback" value={origin} onChange={setOrigin} autoFocus />
        </Field>
      )}
      {asked !== "duplicate" && (
        <Field
          label={labelOf(asked, to)}
          errors={errors.answer ?? errors.reason ?? []}
          hint={
            asked === "answer" && !stepping.said
              ? "Der Autor und alle, die dafür stimmen oder folgen, bekommen diese Antwort."
              : undefined
          }
        >
          <TextArea autoFocus rows={4} value={words} onChange={(event) => setWords(event.target.value)} />
        </Field>
      )}
      {to === "done" && (
        <Field label="Umgesetzt in" mark="optional" errors={errors.releasedIn ?? []}>
          <TextInput
            maxLength={60}
            placeholder="z. B. Version 2026.12"
            value={releasedIn}
            onChange={(event) => setReleasedIn(event.target.value)}
          />
        </Field>
      )}
      <div className="mt-1 flex flex-wrap justify-end gap-2 max-md:[&>*]:flex-auto">
        <Button onClick={onCancel}>Abbrechen</Button>
        <Button type="submit" variant="primary" loading={steps.isPending}>
          {stepping.said ? "Speichern" : (submitLabels[to] ?? "Wieder öffnen")}
        </Button>
      </div>
    </form>
  );
}

function labelOf(asked: Asked, to: FeedbackStatus): string {
  if (asked === "answer") return "Antwort ans Team";
  return to === "query" ? "Was möchtest du wissen?" : "Warum wird der Eintrag wieder geöffnet?";
}
