import type { RecordRow } from "../../../contract/records/rows.ts";
import { valuesOf } from "../../../contract/records/rows.ts";
import { websites } from "../../../contract/websites/websites.ts";
import { useRecordDialog } from "../../records/form/use-record-dialog.ts";
import { MissingChip } from "../../ui/status/missing-chip.tsx";

/** Leads from a website without a contract to one: first the contract of its customer, then the position for it. */
export function MissingContract({ record }: { record: RecordRow }) {
  const openDialog = useRecordDialog();
  const { customerId } = valuesOf(websites, record);
  const make = async () => {
    const contract = await openDialog("contract", customerId ? { prefill: { customerId } } : {});
    if (!contract) return;
    const contractId = { id: contract.id, label: contract.title };
    const websiteId = { id: record.id, label: record.title };
    await openDialog("contractItem", { prefill: { contractId, websiteId, label: record.title } });
  };
  return <MissingChip aria-label={`Vertrag für ${record.title} fehlt: anlegen`} onClick={() => void make()} />;
}
