import type { RecordRow } from "../../../contract/records/rows.ts";
import { ChildSection } from "../../records/related/child-section.tsx";
import { ContractBlock } from "./contract-block.tsx";

/** The contracts of a customer with everything they cover. */
export function ContractsTab({ customer }: { customer: RecordRow }) {
  return (
    <ChildSection customer={customer} type="contract" orderBy={[{ field: "status" }, { field: "title" }]}>
      {(contracts) => contracts.map((contract) => <ContractBlock key={contract.id} contract={contract} />)}
    </ChildSection>
  );
}
