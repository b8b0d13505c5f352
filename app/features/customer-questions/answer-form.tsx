import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useState } from "react";
import { keysOf } from "../../../contract/narrowing.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Button } from "../../ui/button.tsx";
import { Field, FieldErrors } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { FormMessage } from "../auth/auth-form.tsx";

interface AnswerFormProps<Item> {
  items: readonly Item[];
  refusal: string | undefined;
  /** What is asked about an item, with its `AnswerChoice`. */
  children: (item: Item) => ReactNode;
}

/**
 * What a customer answers from a mail, item by item, and who they are; one form, sent once. Without scripts the browser says
 * what is missing, with them the form does, below each item in the language of the page.
 */
export function AnswerForm<Item extends { key: string }>({ items, refusal, children }: AnswerFormProps<Item>) {
  const isPending = useNavigation().formData !== undefined;
  const [missing, setMissing] = useState<readonly string[]>([]);
  const check = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const given = new FormData(form);
    const found = [
      ...items.map(({ key }) => key).filter((key) => !given.get(key)),
      ...(String(given.get("name")).trim().length < 2 ? ["name"] : []),
    ];
    setMissing(found);
    if (found.length === 0) return;
    event.preventDefault();
    form.querySelector<HTMLInputElement>(`input[name="${found[0]}"]`)?.focus();
  };
  const forget = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement) setMissing((found) => found.filter((key) => key !== target.name));
  };
  return (
    <Form method="post" className="mt-7 grid gap-5" noValidate={useHydrated()} onSubmit={check} onChange={forget}>
      {refusal && <FormMessage text={refusal} />}
      <ul className="grid gap-3">
        {items.map((item) => (
          <li key={item.key}>
            {children(item)}
            <FieldErrors
              id={`${item.key}-errors`}
              errors={missing.includes(item.key) ? ["Bitte wählen Sie eine Antwort."] : []}
              label={undefined}
            />
          </li>
        ))}
      </ul>
      <Field
        label="Ihr Name"
        errors={missing.includes("name") ? ["Ihr Name: Bitte sagen Sie uns, wer antwortet."] : []}
      >
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
          <input
            type="radio"
            name={name}
            value={answer}
            required
            aria-describedby={`${name}-errors`}
            className="size-4 accent-inverse"
          />
          {labels[answer]}
        </label>
      ))}
    </div>
  );
}
