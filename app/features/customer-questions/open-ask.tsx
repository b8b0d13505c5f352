import { Mail } from "lucide-react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import type { BulkActionsProps } from "../../records/record-ui.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

/** Whom is asked: a customer, or whose domains were selected. */
export type Asked = { customerId: string } | { domainIds: readonly string[] };

/** Asks a customer by mail what they want to keep; true when it is sent. */
export function openAsk(asked: Asked): Promise<true | undefined> {
  return lazyDialog(
    () => import("./ask-dialog.tsx"),
    ({ AskDialog }, controls) => <AskDialog asked={asked} {...controls} />,
  );
}

/** „Kunden fragen …“ in the head of a customer's page. */
export function AskAction({ record }: { record: RecordRow }) {
  if (!record.can.edit) return null;
  return (
    <Button icon={Mail} onClick={() => void openAsk({ customerId: record.id })}>
      Kunden fragen …
    </Button>
  );
}

/** The same about the selected domains of one customer. */
export function BulkAsk({ ids, className, onDone }: Omit<BulkActionsProps, "mayEdit">) {
  if (ids.length === 0 || ids.length > 50) return null;
  const open = async () => {
    if (await openAsk({ domainIds: ids })) onDone();
  };
  return (
    <button type="button" title="Kunden fragen …" onClick={() => void open()} className={className}>
      <Icon of={Mail} />
      <span className="max-xl:sr-only">Kunden fragen …</span>
    </button>
  );
}

/** What a customer was asked and answered. */
export const AskedQuestions = lazyPart(async () => (await import("./asked-questions.tsx")).AskedQuestions, null);
