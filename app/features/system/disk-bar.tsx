import type { SystemState } from "../../../contract/system/system.ts";
import { formatPercent } from "../../lib/format.ts";
import { cx } from "../../ui/cx.ts";
import { formatBytes } from "../settings/format-measures.ts";

const lowShare = 0.1;

/** How much room there is where the data lie, as a bar and in words. */
export function DiskBar({ disk: { freeBytes, totalBytes } }: { disk: SystemState["disk"] }) {
  const used = totalBytes > 0 ? 1 - freeBytes / totalBytes : 0;
  const isLow = totalBytes > 0 && freeBytes / totalBytes < lowShare;
  return (
    <div className="border-b py-3.5">
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-4 bg-sunken forced-color-adjust-none">
        <div
          className={cx("h-full", isLow ? "bg-warn-fill" : "bg-s1")}
          style={{ width: `${Math.round(used * 100)}%` }}
        />
      </div>
      <p className={cx("mt-2 text-ui", isLow ? "font-medium text-warn-text" : "text-text-2")}>
        {formatBytes(freeBytes)} von {formatBytes(totalBytes)} frei, {formatPercent(used, 0)} belegt.
        {isLow && " Bitte bald Platz schaffen: Ohne freien Platz kann das Portal nichts mehr speichern."}
      </p>
    </div>
  );
}
