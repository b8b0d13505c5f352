import { Form, useNavigation } from "@remix-run/react";
import {
  answerLabels,
  answers,
  lastDayOf,
  type PublicItem,
} from "../../../contract/customer-questions/customer-questions.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { FormMessage } from "../auth/auth-form.tsx";
import { AskLayout } from "./ask-layout.tsx";

/** What a customer decides, each of it by two buttons, and who they are; one form, sent once. */
export function AskForm({ items, refusal }: { items: readonly PublicItem[]; refusal: string | undefined }) {
  const isPending = useNavigation().formData !== undefined;
  const open = items.filter(({ isOpen }) => isOpen);
  const past = items.filter(({ isOpen }) => !isOpen);
  const [first] = open.map(lastDayOf).sort();
  if (!first)
    return (
      <AskLayout title="Hier gibt es nichts mehr zu entscheiden" text="Die Frist ist vorbei, oder es steht schon fest.">
        <Past items={past} />
      </AskLayout>
    );
  return (
    <AskLayout
      title="Behalten oder kündigen?"
      text={`Bitte antworte bis ${formatCalendarDate(first)}. Es zählt, was du hier absendest; das geht einmal.`}
    >
      <Form method="post" className="mt-7 grid gap-5">
        {refusal && <FormMessage text={refusal} />}
        <ul className="grid gap-3">
          {open.map((item) => (
            <li key={item.key}>
              <Choice item={item} />
            </li>
          ))}
        </ul>
        <Field label="Dein Name">
          <TextInput name="name" required minLength={2} maxLength={120} autoComplete="name" />
        </Field>
        <Button type="submit" variant="primary" size="lg" loading={isPending} loadingLabel="Sendet …">
          Antwort absenden
        </Button>
      </Form>
      <Past items={past} />
    </AskLayout>
  );
}

function Choice({ item: { key, title, dueOn, cancelBy } }: { item: PublicItem }) {
  return (
    <fieldset className="rounded-12 border border-line-strong bg-surface p-4">
      <legend className="sr-only">{title}</legend>
      <p className="text-panel [overflow-wrap:anywhere]">{title}</p>
      <p className="mt-0.5 text-ui text-text-2">
        {`Läuft bis ${formatCalendarDate(dueOn)}`}
        {cancelBy && `, kündbar bis ${formatCalendarDate(cancelBy)}`}
      </p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        {answers.map((answer) => (
          <label
            key={answer}
            className="flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-8 border border-line-strong px-3 text-ui has-[:checked]:border-brand has-[:checked]:bg-brand-soft has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2"
          >
            <input type="radio" name={key} value={answer} required className="size-4 accent-brand" />
            {answerLabels[answer]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Past({ items }: { items: readonly PublicItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="text-ui text-text-2">Steht schon fest</h2>
      <ul className="mt-2 grid gap-1.5">
        {items.map(({ key, title, dueOn }) => (
          <li key={key} className="text-ui text-text-2 [overflow-wrap:anywhere]">
            <span className="text-text-1">{title}</span>, läuft bis {formatCalendarDate(dueOn)}
          </li>
        ))}
      </ul>
    </section>
  );
}
