import { ClipboardCheck, HandHelping, Undo2 } from "lucide-react";
import { leasingTerm } from "../../../contract/devices/leasing-term.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { runningPeriod } from "../../../contract/terms/record-term.ts";
import { addMonths } from "../../../contract/time/today.ts";
import type { PageUi } from "../../records/record-ui.tsx";
import { asDate, cancellableTerm, expiringTerm, type Term } from "../../records/term.ts";
import { Button } from "../../ui/button.tsx";
import { openCheckIn, openCheckOut } from "./move-dialogs.tsx";
import { useAudit } from "./use-moves.ts";

/** What is special about the page of a device. */
export const devicePageUi: PageUi = {
  lead: { state: "status", facts: ["assetTag", "assignedTo", "locationId"] },
  derivedBeside: { condition: ["assignedTo", "expectedReturnAt"] },
  holderField: "assignedUserId",
  term: (record, today) => leasingBar(record, today) ?? warrantyTerm(record, today),
  HeaderActions: DeviceActions,
};

/** Whoever leases a device has to give it back or renew in time, which weighs more than a warranty. */
function leasingBar({ values }: RecordRow, today: string): Term | undefined {
  const period = leasingTerm.isRunning(values) ? runningPeriod(leasingTerm, values, today) : undefined;
  if (!period || period.from >= period.to) return undefined;
  const ending = values.leasingAutoRenew === true ? "Leasing verlängert sich," : "Leasing endet,";
  return cancellableTerm(period, asDate(values.leasingCancelBy), ending, today);
}

function warrantyTerm({ values }: RecordRow, today: string): Term | undefined {
  const to = asDate(values.warrantyUntil);
  const months = values.warrantyMonths;
  const from = asDate(values.purchasedAt) ?? (to && typeof months === "number" ? addMonths(to, -months) : undefined);
  return from && to && from < to ? expiringTerm({ from, to }, "Garantie", today) : undefined;
}

/** Statuses in which a device cannot be checked out. */
const unfit = ["issued", "retired", "sold", "missing", "repair"];

/** Checks a device out, takes it back, and confirms that it was seen. */
function DeviceActions({ record }: { record: RecordRow }) {
  const audit = useAudit();
  if (!record.can.edit) return null;
  const isHeld = Boolean(record.values.assignedTo);
  const devices = { ids: [record.id], titles: [record.title] };
  return (
    <>
      {isHeld && (
        <Button icon={Undo2} onClick={() => openCheckIn(devices)}>
          Zurücknehmen
        </Button>
      )}
      {!unfit.includes(String(record.values.status)) && (
        <Button icon={HandHelping} onClick={() => openCheckOut(devices)}>
          Ausgeben
        </Button>
      )}
      <Button icon={ClipboardCheck} loading={audit.isPending} onClick={() => audit.mutate({ deviceIds: [record.id] })}>
        Inventur bestätigen
      </Button>
    </>
  );
}
