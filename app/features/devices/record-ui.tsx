import { MonitorSmartphone } from "lucide-react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { addMonths } from "../../../contract/time/today.ts";
import type { RecordUi } from "../../records/record-ui.tsx";
import { asDate, expiringTerm, type Term } from "../../records/term.ts";
import { BulkMoves } from "./bulk-moves.tsx";
import { DeviceActions } from "./device-actions.tsx";
import { warrantyNote } from "./warranty-note.ts";

/** What is special about devices. */
export const deviceUi: RecordUi = {
  icon: MonitorSmartphone,
  lead: { state: "status", facts: ["assetTag", "assignedTo", "locationId"] },
  derivedBeside: { condition: ["assignedTo", "expectedReturnAt"] },
  holderField: "assignedUserId",
  term: warrantyTerm,
  HeaderActions: DeviceActions,
  fieldHint: (name, { values, stored }) => warrantyNote(name, values, stored),
  BulkActions: ({ mayEdit, ...bar }) => mayEdit && <BulkMoves {...bar} />,
};

function warrantyTerm({ values }: RecordRow, today: string): Term | undefined {
  const to = asDate(values.warrantyUntil);
  const months = values.warrantyMonths;
  const from = asDate(values.purchasedAt) ?? (to && typeof months === "number" ? addMonths(to, -months) : undefined);
  return from && to && from < to ? expiringTerm({ from, to }, "Garantie", today) : undefined;
}
