import { useQuery } from "@tanstack/react-query";
import { lastDayOf } from "../../../contract/customer-questions/customer-questions.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { useTRPC, useTRPCClient } from "../../lib/api/trpc.tsx";
import type { ModalControls } from "../../lib/dialogs/modals.ts";
import { AskCustomersDialog } from "./ask-customers-dialog.tsx";

type AskOwnersDialogProps = ModalControls<true> & { domainIds: readonly string[] };

/** Asks the customers of selected domains what they want to keep. */
export function AskOwnersDialog({ domainIds, ...controls }: AskOwnersDialogProps) {
  const client = useTRPCClient();
  const askable = useQuery(useTRPC().customerQuestion.askable.queryOptions({ domainIds: [...domainIds] }));
  const settled = askable.data?.settled ?? 0;
  return (
    <AskCustomersDialog
      {...controls}
      title="Kunden fragen"
      description="Jeder Kunde bekommt eine E-Mail zu seinen Domains. Die Antwort wird zur Entscheidung."
      submitLabel={(count) => (count === 1 ? "Frage senden" : `${count} Fragen senden`)}
      askable={askable}
      listItems={({ items }) =>
        items.map((item) => `${item.title} (bis ${formatCalendarDate(lastDayOf(item))})`).join(", ")
      }
      leftOut={settled > 0 && `${settled} schon entschieden oder ohne Datum`}
      ask={({ id: customerId, items }, contactId) =>
        client.customerQuestion.ask.mutate({
          customerId,
          contactId,
          items: items.map(({ type, id }) => ({ type, id })),
        })
      }
      refreshes={["customerQuestion", "change"]}
    />
  );
}
