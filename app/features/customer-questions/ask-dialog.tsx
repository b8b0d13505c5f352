import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type AskedItem, lastDayOf } from "../../../contract/customer-questions/customer-questions.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";

const keyOf = ({ type, id }: Pick<AskedItem, "type" | "id">) => `${type}:${id}`;

/** Chooses who is asked about what; only what is still open can be chosen. */
export function AskDialog({ customerId, open, onOpenChange, close }: ModalControls<true> & { customerId: string }) {
  const trpc = useTRPC();
  const [contactId, setContactId] = useState<string>();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { refusals, onRefused, forget } = useRefusals();
  const items = useQuery(trpc.customerQuestion.openItems.queryOptions({ customerId }));
  const contacts = useQuery(
    trpc.contact.list.queryOptions({
      where: [{ field: "customerId", is: "oneOf", values: [customerId] }],
      orderBy: [{ field: "isPrimary", descending: true }],
    }),
  );
  const people = (contacts.data?.data ?? []).filter(({ values }) => values.email && !values.leftAt);
  const chosen = contactId ?? people[0]?.id;
  const picked = (items.data ?? []).filter((item) => !left.has(keyOf(item)));
  const send = useMutate(trpc.customerQuestion.ask.mutationOptions(), {
    refreshes: ["customerQuestion", "change"],
    success: "Frage ist unterwegs.",
    onSuccess: () => close(true),
    onRefused,
  });
  const submit = () => {
    if (chosen) send.mutate({ customerId, contactId: chosen, items: picked.map(({ type, id }) => ({ type, id })) });
  };
  const toggle = (key: string) => {
    forget();
    setLeft((before) => new Set(before.has(key) ? [...before].filter((each) => each !== key) : [...before, key]));
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Kunden fragen"
      description="Eine E-Mail fragt, was weiterlaufen soll. Die Antwort wird zur Entscheidung."
      submitLabel="Frage senden"
      isBusy={send.isPending}
      isIncomplete={picked.length === 0 || !chosen}
      onSubmit={submit}
    >
      <Field label="An" errors={refusals} hint="Nur wer eine E-Mail-Adresse hat.">
        <Select value={chosen ?? ""} onChange={(event) => setContactId(event.target.value)}>
          {people.length === 0 && <option value="">Niemand mit E-Mail-Adresse</option>}
          {people.map(({ id, title, values }) => (
            <option key={id} value={id}>{`${title}, ${String(values.email)}`}</option>
          ))}
        </Select>
      </Field>
      <QueryPanel query={items} rows={3}>
        {(offered) =>
          offered.length === 0 ? (
            <p className="text-ui text-text-2">
              Hier ist nichts offen: alles ist entschieden, schon gefragt oder hat kein Datum.
            </p>
          ) : (
            <ul aria-label="Worum es geht" className="grid max-h-72 gap-2 overflow-y-auto">
              {offered.map((item) => (
                <li key={keyOf(item)}>
                  <Checkbox
                    label={`${item.title}, bis ${formatCalendarDate(lastDayOf(item))}`}
                    checked={!left.has(keyOf(item))}
                    onChange={() => toggle(keyOf(item))}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </QueryPanel>
    </FormDialog>
  );
}
