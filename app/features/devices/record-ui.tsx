import { ClipboardCheck, HandHelping, MonitorSmartphone, Undo2 } from "lucide-react";
import { leasingTerm } from "../../../contract/devices/leasing-term.ts";
import { completeWarranty, type Warranty } from "../../../contract/devices/warranty.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { runningPeriod } from "../../../contract/terms/record-term.ts";
import { addMonths } from "../../../contract/time/today.ts";
import type { RecordUi } from "../../records/record-ui.tsx";
import { asDate, cancellableTerm, expiringTerm, type Term } from "../../records/term.ts";
import { formatDay } from "../../records/values/format-value.ts";
import { Button } from "../../ui/button.tsx";
import { BulkMoves } from "./bulk-moves.tsx";
import { openCheckIn, openCheckOut } from "./move-dialogs.tsx";
import { useAudit } from "./use-moves.ts";

/** What is special about devices. */
export const deviceUi: RecordUi = {
  icon: MonitorSmartphone,
  lead: { state: "status", facts: ["assetTag", "assignedTo", "locationId"] },
  derivedBeside: { condition: ["assignedTo", "expectedReturnAt"] },
  holderField: "assignedUserId",
  term: (record, today) => leasingBar(record, today) ?? warrantyTerm(record, today),
  HeaderActions: DeviceActions,
  fieldHint: (name, { values, stored }) => warrantyNote(name, values, stored),
  BulkActions: ({ mayEdit, ...bar }) => mayEdit && <BulkMoves {...bar} />,
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

type Typed = Readonly<Record<string, unknown>>;

/** What the server will make of a warranty of which one side was typed, below the other one; nothing where they agree. */
function warrantyNote(name: string, typed: Typed, stored: Typed | undefined): string | undefined {
  if (name !== "warrantyMonths" && name !== "warrantyUntil") return undefined;
  const given = warrantyOf(typed);
  const saved = completeWarranty(given, stored && warrantyOf(stored))[name];
  if (saved === null || saved === given[name]) return undefined;
  const said = typeof saved === "number" ? `${saved} Monate` : formatDay(saved);
  return given[name] === null ? `Ergibt ${said}.` : `Wird beim Speichern zu ${said}.`;
}

/** Only what can be calculated with: half-typed dates and numbers count as nothing. */
function warrantyOf({ purchasedAt, warrantyMonths, warrantyUntil }: Typed): Warranty {
  const dateOf = (text: unknown) => (/^\d{4}-\d\d-\d\d$/.test(String(text)) ? String(text) : null);
  const months = /^\s*\d{1,3}\s*$/.test(String(warrantyMonths)) ? Number(warrantyMonths) : null;
  return { purchasedAt: dateOf(purchasedAt), warrantyMonths: months || null, warrantyUntil: dateOf(warrantyUntil) };
}
