import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { contracts } from "../../../contract/contracts/contracts.ts";
import { coveredBy, type Uncovered } from "../../../contract/contracts/coverage.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { useRecordDialog } from "../../records/form/use-record-dialog.ts";
import { recordPath } from "../../records/record-path.ts";
import { useRecordsOf } from "../../records/related/use-records-of.ts";
import { Button } from "../../ui/button.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { Section } from "../../ui/section.tsx";
import { ContractItems } from "./contract-items.tsx";
import { pricePerCycle } from "./contract-texts.ts";

/** What a contract covers, and what its customer has beside it. */
export function CoverageTab({ contract }: { contract: RecordRow }) {
  const found = useRecordsOf("contractItem", "contractId", contract.id, { limit: 100 });
  const price = pricePerCycle(contract, found.records);
  return (
    <>
      <Section title="Das umfasst der Vertrag" aside={price}>
        <ContractItems contract={contract} found={found} />
      </Section>
      <UncoveredSection contract={contract} />
    </>
  );
}

function UncoveredSection({ contract }: { contract: RecordRow }) {
  const { customerId } = valuesOf(contracts, contract);
  const uncovered = useQuery(useTRPC().contract.uncovered.queryOptions({ id: contract.id }));
  return (
    <Section title={customerId ? `Ohne Vertrag bei ${customerId.label}` : "Ohne Vertrag"}>
      {uncovered.isPending && <RowSkeletons rows={3} />}
      {uncovered.isError && !uncovered.data && (
        <ListError
          message="Was keinen Vertrag hat, konnte nicht geladen werden."
          errorId={problemOf(uncovered.error)?.requestId}
          onRetry={() => uncovered.refetch()}
          retrying={uncovered.isFetching}
        />
      )}
      {uncovered.data && <UncoveredList contract={contract} uncovered={uncovered.data} />}
    </Section>
  );
}

function UncoveredList({ contract, uncovered: { items, totalItems } }: { contract: RecordRow; uncovered: Uncovered }) {
  const openDialog = useRecordDialog();
  if (items.length === 0)
    return <p className="py-4 text-ui text-text-2">Alles, was der Kunde hat, steht in einem Vertrag.</p>;
  const add = ({ type, id, title }: Uncovered["items"][number]) =>
    openDialog("contractItem", {
      prefill: {
        contractId: { id: contract.id, label: contract.title },
        label: title,
        [coveredBy[type]]: { id, label: title },
      },
    });
  return (
    <>
      <ul aria-label="Ohne Vertrag">
        {items.map((thing) => (
          <li key={thing.id} className="flex min-h-10 items-center gap-3 border-b py-1 last:border-b-0">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <Link
                to={recordPath(thing.type, thing.id) ?? ""}
                className="text-row font-medium hover:underline max-md:inline-block max-md:py-2"
              >
                {thing.title}
              </Link>
              <span className="ml-2 text-note text-text-3 max-md:ml-0 max-md:block">
                {declarationOf(thing.type).labels.one}
              </span>
            </span>
            {contract.can.edit && (
              <Button variant="ghost" size="sm" icon={Plus} onClick={() => void add(thing)}>
                Aufnehmen
                <span className="sr-only"> {thing.title}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {totalItems > items.length && (
        <p className="pt-2 text-note text-text-3">{formatNumber(totalItems - items.length)} weitere</p>
      )}
    </>
  );
}
