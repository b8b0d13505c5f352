import { GitCompareArrows } from "lucide-react";
import { maxCompared } from "../../../contract/api/limits.ts";
import { lazyDialog } from "../../lib/dialogs/lazy-dialog.ts";
import type { BulkActionsProps } from "../../records/record-ui.tsx";
import { Icon } from "../../ui/icon.tsx";

/** „Nameserver vergleichen mit …“ for selected domains. */
export function BulkCompareNameservers({ ids, className }: Omit<BulkActionsProps, "mayEdit">) {
  if (ids.length === 0 || ids.length > maxCompared) return null;
  const open = () =>
    lazyDialog<typeof import("./compare-nameservers-dialog.tsx"), never>(
      () => import("./compare-nameservers-dialog.tsx"),
      ({ CompareNameserversDialog }, controls) => <CompareNameserversDialog domainIds={ids} {...controls} />,
    );
  const label = "Nameserver vergleichen mit …";
  return (
    <button type="button" title={label} onClick={() => void open()} className={className}>
      <Icon of={GitCompareArrows} />
      <span className="sr-only">{label}</span>
    </button>
  );
}
