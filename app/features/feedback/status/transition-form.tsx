import { type FormEvent, useState } from "react";
import type { FeedbackStatus } from "../../../../contract/feedback/statuses.ts";
import type { Ref } from "../../../../contract/records/fields.ts";
import { problemOf } from "../../../lib/api/trpc.tsx";
import { RelationPicker } from "../../../records/form/controls/relation-picker.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { FormNotice } from "../../../ui/form/form-notice.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { DialogFooter } from "../../../ui/overlays/dialog-footer.tsx";
import type { TransitionSubject } from "./open-transition-dialog.tsx";
import type { RequiredInput } from "./transition.ts";
import { competingTransitionOf, competingTransitionText, useStatusTransition } from "./use-transition.ts";

interface TransitionFormProps {
  subject: TransitionSubject;
  to: FeedbackStatus;
  required: RequiredInput;
  onDone: () => void;
  onCancel: () => void;
}

const submitLabels: Partial<Record<FeedbackStatus, string>> = {
  done: "Erledigt melden",
  rejected: "Ablehnen",
  duplicate: "Als Duplikat schließen",
  query: "Nachfragen",
};

export function TransitionForm({ subject, to, required, onDone, onCancel }: TransitionFormProps) {
  const [text, setText] = useState(subject.current?.answer ?? "");
  const [releasedIn, setReleasedIn] = useState(subject.current?.releasedIn ?? "");
  const [version, setVersion] = useState(subject.version);
  const [origin, setOrigin] = useState<Ref | null>(null);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [problem, setProblem] = useState<string>();
  const transition = useStatusTransition({
    onDone,
    onRefused: (error) => {
      const refusal = problemOf(error);
      const other = competingTransitionOf(error);
      setErrors(refusal?.fields ?? {});
      if (other) {
        setVersion(other.version);
        setProblem(
          `${competingTransitionText(subject.title.split(" ")[0] ?? "", other)} Wenn es trotzdem gelten soll, sende noch einmal.`,
        );
      } else if (!refusal?.fields) setProblem(refusal?.message ?? "Der Server antwortet nicht.");
      return true;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (transition.isPending) return;
    setErrors({});
    setProblem(undefined);
    const isCorrection = subject.current !== undefined;
    transition.apply(version === undefined ? subject : { ...subject, version }, {
      status: to,
      ...(required === "answer" ? { answer: text } : text && { reason: text }),
      ...((releasedIn || isCorrection) && to === "done" && { releasedIn }),
      ...(origin && { duplicateOfId: origin.id }),
    });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-[18px] grid grid-cols-1 gap-[18px]">
      {problem && <FormNotice text={problem} />}
      {required === "duplicate" && (
        <Field
          label="Duplikat von"
          errors={errors.duplicateOfId ?? []}
          hint="Stimmen und Folgende ziehen dorthin um. Wird das Duplikat wieder geöffnet, bleiben sie dort."
        >
          <RelationPicker to="feedback" value={origin} onChange={setOrigin} autoFocus />
        </Field>
      )}
      {required !== "duplicate" && (
        <Field
          label={labelOf(required, to)}
          errors={errors.answer ?? errors.reason ?? []}
          hint={
            required === "answer" && !subject.current
              ? "Der Autor und alle, die dafür stimmen oder folgen, bekommen diese Antwort."
              : undefined
          }
        >
          <TextArea autoFocus rows={4} value={text} onChange={(event) => setText(event.target.value)} />
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
      <DialogFooter onCancel={onCancel} className="mt-1">
        <Button type="submit" variant="primary" loading={transition.isPending}>
          {subject.current ? "Speichern" : (submitLabels[to] ?? "Wieder öffnen")}
        </Button>
      </DialogFooter>
    </form>
  );
}

function labelOf(required: RequiredInput, to: FeedbackStatus): string {
  if (required === "answer") return "Antwort ans Team";
  return to === "query" ? "Was möchtest du wissen?" : "Warum wird der Eintrag wieder geöffnet?";
}
