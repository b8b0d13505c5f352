import { answerLabels, lastDayOf, type PublicItem } from "../../../contract/customer-questions/customer-questions.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { AnswerChoice, AnswerForm } from "./answer-form.tsx";
import { AskLayout } from "./ask-layout.tsx";

/** What a customer decides, each of it by two buttons, and who they are; one form, sent once. */
export function AskForm({ items, refusal }: { items: readonly PublicItem[]; refusal: string | undefined }) {
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
      text={`Bitte antworten Sie bis ${formatCalendarDate(first)}. Es zählt, was Sie hier absenden; das geht einmal.`}
    >
      <AnswerForm items={open} refusal={refusal}>
        {(item) => <Choice item={item} />}
      </AnswerForm>
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
      <AnswerChoice name={key} labels={answerLabels} />
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
