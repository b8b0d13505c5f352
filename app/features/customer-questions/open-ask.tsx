import { Mail } from "lucide-react";
import { maxAskedDomains } from "../../../contract/customer-questions/customer-questions.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import type { BulkActionsProps } from "../../records/record-ui.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

/** Asks a customer by mail what they want to keep; true when it is sent. */
function openAsk(customerId: string): Promise<true | undefined> {
  return lazyDialog(
    () => import("./ask-dialog.tsx"),
    ({ AskDialog }, controls) => <AskDialog customerId={customerId} {...controls} />,
  );
}

/** „Kunden fragen …“ in the head of a customer's page. */
export function AskAction({ record }: { record: RecordRow }) {
  if (!record.can.edit) return null;
  return (
    <Button icon={Mail} onClick={() => void openAsk(record.id)}>
      Kunden fragen …
    </Button>
  );
}

/** The same about selected domains, whoever's they are. */
export function BulkAsk({ ids, className, onDone }: Omit<BulkActionsProps, "mayEdit">) {
  if (ids.length === 0 || ids.length > maxAskedDomains) return null;
  const open = async () => {
    if (await openAskOwners(ids)) onDone();
  };
  return (
    <button type="button" title="Kunden fragen …" onClick={() => void open()} className={className}>
      <Icon of={Mail} />
      <span className="max-xl:sr-only">Kunden fragen …</span>
    </button>
  );
}

/** Asks the customers of domains, each about their own; true when somebody was asked. */
function openAskOwners(domainIds: readonly string[]): Promise<true | undefined> {
  return lazyDialog(
    () => import("./ask-owners-dialog.tsx"),
    ({ AskOwnersDialog }, controls) => <AskOwnersDialog domainIds={domainIds} {...controls} />,
  );
}

/** What a customer was asked and answered. */
export const AskedQuestions = lazyPart(async () => (await import("./asked-questions.tsx")).AskedQuestions, null);
