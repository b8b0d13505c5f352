import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { AskableCustomer, AskableCustomers } from "../../../contract/customer-questions/customer-questions.ts";
import type { Feature } from "../../../contract/live/live-events.ts";
import { counted } from "../../../contract/values/counted.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { problemOf } from "../../lib/api/trpc.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { showFailure } from "../../lib/dialogs/toasts.ts";
import { workOff } from "../../lib/dialogs/work-off.ts";
import { tellBulkResult } from "../../records/list/bulk/bulk-result.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Select } from "../../ui/form/select.tsx";

interface AskCustomersDialogProps<Customer extends AskableCustomer> extends ModalControls<true> {
  title: string;
  description: string;
  submitLabel: (count: number) => string;
  askable: UseQueryResult<AskableCustomers<Customer>, unknown>;
  /** What a customer is asked about. */
  listItems: (customer: Customer) => string;
  /** Why some of the selection is left out, besides being without a customer or already asked about: „1 ohne Inhaberdaten“. */
  leftOut: string | false | undefined;
  /** Sends what one customer is asked. */
  ask: (customer: Customer, contactId: string) => Promise<unknown>;
  refreshes: readonly Feature[];
}

/** Asks the customers of selected domains, each about their own in one mail; how many are asked counts while they are. */
export function AskCustomersDialog<Customer extends AskableCustomer>({
  submitLabel,
  askable,
  listItems,
  leftOut,
  ask,
  refreshes,
  close,
  ...dialog
}: AskCustomersDialogProps<Customer>) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const contactOf = ({ id, contacts }: Customer) => chosen[id] ?? contacts[0]?.id;
  const asked = (askable.data?.customers ?? []).flatMap((customer) => {
    const contactId = contactOf(customer);
    return contactId && !left.has(customer.id) ? [{ customer, contactId }] : [];
  });
  const askAll = useAskAll(ask, refreshes);
  const toggle = (id: string) =>
    setLeft((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
  const submit = () => {
    close(true);
    void askAll(asked);
  };
  return (
    <FormDialog
      {...dialog}
      width={560}
      submitLabel={submitLabel(asked.length)}
      isIncomplete={asked.length === 0}
      onSubmit={submit}
    >
      <QueryPanel query={askable} rows={3}>
        {(data) => (
          <>
            {data.customers.length > 0 && (
              <ul aria-label="Wer gefragt wird" className="grid max-h-[50dvh] gap-4 overflow-y-auto">
                {data.customers.map((customer) => (
                  <li key={customer.id}>
                    <CustomerChoice
                      customer={customer}
                      items={listItems(customer)}
                      contactId={contactOf(customer)}
                      isAsked={!left.has(customer.id)}
                      onToggle={() => toggle(customer.id)}
                      onContact={(id) => setChosen((before) => ({ ...before, [customer.id]: id }))}
                    />
                  </li>
                ))}
              </ul>
            )}
            <p className="text-ui text-text-2 empty:hidden">{leftOutText(data, leftOut)}</p>
          </>
        )}
      </QueryPanel>
    </FormDialog>
  );
}

interface CustomerChoiceProps {
  customer: AskableCustomer;
  items: string;
  contactId: string | undefined;
  isAsked: boolean;
  onToggle: () => void;
  onContact: (id: string) => void;
}

function CustomerChoice({ customer, items, contactId, isAsked, onToggle, onContact }: CustomerChoiceProps) {
  const { title, contacts } = customer;
  return (
    <>
      <Checkbox
        label={<span className="font-medium">{title}</span>}
        checked={isAsked && contacts.length > 0}
        disabled={contacts.length === 0}
        onChange={onToggle}
      />
      <div className="pl-[26px]">
        <p className="text-meta text-text-2 [overflow-wrap:anywhere]">{items}</p>
        {contacts.length === 0 ? (
          <p className="mt-1 text-meta text-warn-text">Niemand mit E-Mail-Adresse.</p>
        ) : (
          <Select
            aria-label={`Wer bei ${title} gefragt wird`}
            value={contactId ?? ""}
            disabled={!isAsked}
            onChange={(event) => onContact(event.target.value)}
            className="mt-1.5"
          >
            {contacts.map(({ id, name, email }) => (
              <option key={id} value={id}>{`${name}, ${email}`}</option>
            ))}
          </Select>
        )}
      </div>
    </>
  );
}

/** „Nicht gefragt wird zu diesen Domains: 2 ohne Kunde, 1 schon gefragt.“; empty where all are asked about. */
function leftOutText(
  { withoutCustomer, waiting }: AskableCustomers<AskableCustomer>,
  leftOut: string | false | undefined,
): string {
  const parts = [
    withoutCustomer > 0 && `${withoutCustomer} ohne Kunde`,
    leftOut,
    waiting > 0 && `${waiting} schon gefragt`,
  ].filter(Boolean);
  return parts.length === 0 ? "" : `Nicht gefragt wird zu diesen Domains: ${parts.join(", ")}.`;
}

function useAskAll<Customer extends AskableCustomer>(
  ask: AskCustomersDialogProps<Customer>["ask"],
  refreshes: readonly Feature[],
) {
  const invalidate = useInvalidate();
  return async (asked: readonly { customer: Customer; contactId: string }[]): Promise<void> => {
    const failed: { id: string; title: string; message: string }[] = [];
    const { reached } = await workOff(asked, { done: "Kunden gefragt", partSize: 1 }, async ([one]) => {
      if (!one) return;
      const { customer, contactId } = one;
      try {
        await ask(customer, contactId);
      } catch (error) {
        const problem = problemOf(error);
        // Who is refused holds up none of the others; where nobody answers, the next would not be asked either.
        if (!problem) throw error;
        failed.push({ id: customer.id, title: customer.title, message: problem.message });
      }
    });
    await invalidate(refreshes);
    if (reached < asked.length)
      return void showFailure(
        `Der Server antwortet nicht. Gefragt wurden ${reached} von ${counted(asked.length, "Kunde", "Kunden")}.`,
      );
    const ok = asked.length - failed.length;
    tellBulkResult({ ok, failed, failedCount: failed.length }, ok === 1 ? "Kunde gefragt" : "Kunden gefragt");
  };
}
