import {
  holderAnswerLabels,
  type PublicConfirmation,
  type PublicHolder,
} from "../../../contract/holder-confirmations/holder-confirmations.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { Field } from "../../ui/form/field.tsx";
import { TextArea } from "../../ui/form/text-area.tsx";
import { AnswerChoice, AnswerForm } from "../customer-questions/answer-form.tsx";
import { AskLayout } from "../customer-questions/ask-layout.tsx";

interface ConfirmFormProps {
  confirmation: PublicConfirmation;
  refusal: string | undefined;
}

/** Under which data domains are registered, and whether that is right; one form, sent once. */
export function ConfirmForm({ confirmation: { expiresOn, items }, refusal }: ConfirmFormProps) {
  return (
    <AskLayout
      title="Stimmen Ihre Inhaberdaten?"
      text={`Unter diesen Angaben sind Ihre Domains eingetragen. Bitte prüfen Sie sie bis ${formatCalendarDate(expiresOn)}; das geht einmal.`}
    >
      <AnswerForm items={items} refusal={refusal}>
        {(item) => <Holder item={item} />}
      </AnswerForm>
    </AskLayout>
  );
}

function Holder({ item: { key, domain, holder, fingerprint } }: { item: PublicHolder }) {
  return (
    <fieldset className="group rounded-12 border border-line-strong bg-surface p-4">
      <legend className="sr-only">{domain}</legend>
      <p className="text-panel [overflow-wrap:anywhere]">{domain}</p>
      <dl className="mt-2 grid gap-x-5 gap-y-1 text-ui sm:grid-cols-[auto_1fr]">
        {holder.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-text-2">{label}</dt>
            <dd className="mb-1 min-w-0 [overflow-wrap:anywhere] sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
      <input type="hidden" name={`${key}-shown`} value={fingerprint} />
      <AnswerChoice name={key} labels={holderAnswerLabels} />
      <Field label="Was stimmt nicht?" mark="optional" className="mt-3">
        <TextArea name={`${key}-text`} rows={2} maxLength={1000} />
      </Field>
    </fieldset>
  );
}
