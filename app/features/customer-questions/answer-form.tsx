import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { keysOf } from "../../../contract/narrowing.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { FormMessage } from "../auth/auth-form.tsx";

interface AnswerFormProps<Item> {
  items: readonly Item[];
  refusal: string | undefined;
  /** What is asked about an item, with its `AnswerChoice`. */
  children: (item: Item) => ReactNode;
}

/** What a customer answers from a mail, item by item, and who they are; one form, sent once. */
export function AnswerForm<Item extends { key: string }>({ items, refusal, children }: AnswerFormProps<Item>) {
  const isPending = useNavigation().formData !== undefined;
  return (
    <Form method="post" className="mt-7 grid gap-5">
      {refusal && <FormMessage text={refusal} />}
      <ul className="grid gap-3">
        {items.map((item) => (
          <li key={item.key}>{children(item)}</li>
        ))}
      </ul>
      <Field label="Ihr Name">
        <TextInput name="name" required minLength={2} maxLength={120} autoComplete="name" />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={isPending} loadingLabel="Sendet …">
        Antwort absenden
      </Button>
    </Form>
  );
}

/** The answers to one item as two large buttons, of which one must be chosen. */
export function AnswerChoice({ name, labels }: { name: string; labels: Readonly<Record<string, string>> }) {
  return (
    <div className="mt-3 grid grid-cols-2 gap-2">
      {keysOf(labels).map((answer) => (
        <label
          key={answer}
          className="flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-8 border border-line-strong px-3 text-ui has-[:checked]:border-inverse has-[:checked]:bg-selected has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2"
        >
          <input type="radio" name={name} value={answer} required className="size-4 accent-inverse" />
          {labels[answer]}
        </label>
      ))}
    </div>
  );
}
