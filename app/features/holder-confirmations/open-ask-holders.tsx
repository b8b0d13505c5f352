import { MailCheck } from "lucide-react";
import { maxConfirmedDomains } from "../../../contract/holder-confirmations/holder-confirmations.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import { useRole } from "../../lib/people/use-role.ts";
import type { BulkActionsProps } from "../../records/record-ui.tsx";
import { Icon } from "../../ui/icon.tsx";

/** Asks the customers of domains about who holds them; true when somebody was asked. */
export function openAskHolders(domainIds: readonly string[]): Promise<true | undefined> {
  return lazyDialog(
    () => import("./ask-holders-dialog.tsx"),
    ({ AskHoldersDialog }, controls) => <AskHoldersDialog domainIds={domainIds} {...controls} />,
  );
}

/** „Inhaberdaten-Mail senden“ about selected domains, whoever's they are. */
export function BulkAskHolders({ ids, className, onDone }: Omit<BulkActionsProps, "mayEdit">) {
  const role = useRole();
  if (!hasAbility(role, "seeHolders") || ids.length === 0 || ids.length > maxConfirmedDomains) return null;
  const open = async () => {
    if (await openAskHolders(ids)) onDone();
  };
  return (
    <button type="button" title="Inhaberdaten-Mail senden …" onClick={() => void open()} className={className}>
      <Icon of={MailCheck} />
      <span className="max-xl:sr-only">Inhaberdaten-Mail …</span>
    </button>
  );
}
