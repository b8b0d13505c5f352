import { Plus } from "lucide-react";
import { contractItems } from "../../../contract/contract-items/contract-items.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { formatNumber } from "../../lib/format.ts";
import { useRecordDialog } from "../../records/form/use-record-dialog.ts";
import { RecordMenu } from "../../records/related/record-menu.tsx";
import { RecordsOf } from "../../records/related/records-of.tsx";
import type { useRecordsOf } from "../../records/related/use-records-of.ts";
import { RecordLink } from "../../records/values/field-value.tsx";
import { formatMoney } from "../../records/values/format-value.ts";
import { Button } from "../../ui/button.tsx";
import { sumOf } from "./contract-texts.ts";

interface ContractItemsProps {
  contract: RecordRow;
  found: ReturnType<typeof useRecordsOf>;
}

/** What a contract covers, position by position. */
export function ContractItems({ contract, found }: ContractItemsProps) {
  const showsPrices = "priceCents" in contract.values;
  const openDialog = useRecordDialog();
  const add = () => openDialog("contractItem", { prefill: { contractId: { id: contract.id, label: contract.title } } });
  return (
    <div className="mt-2">
      <RecordsOf found={found} empty="Noch keine Positionen.">
        {(items) => (
          <table className="w-full text-ui [&_td]:py-1.5 [&_th]:py-1.5">
            <caption className="sr-only">Positionen von {contract.title}</caption>
            <thead>
              <tr className="border-b text-left text-label text-text-3 [&_th]:font-medium">
                <th scope="col">Position</th>
                <th scope="col" className="max-md:hidden">
                  Gilt für
                </th>
                <th scope="col" className="w-20 text-right max-md:hidden">
                  Menge
                </th>
                {showsPrices && (
                  <th scope="col" className="w-28 text-right">
                    Summe
                  </th>
                )}
                <th scope="col" className="w-10">
                  <span className="sr-only">Aktionen</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <ItemRow key={item.id} item={item} showsPrices={showsPrices} />
              ))}
            </tbody>
          </table>
        )}
      </RecordsOf>
      {contract.can.edit && (
        <Button variant="ghost" size="sm" icon={Plus} className="-ml-2.5 mt-1" onClick={() => void add()}>
          Position hinzufügen
          <span className="sr-only"> zu {contract.title}</span>
        </Button>
      )}
    </div>
  );
}

function ItemRow({ item, showsPrices }: { item: RecordRow; showsPrices: boolean }) {
  const { quantity } = valuesOf(contractItems, item);
  const sum = sumOf(item);
  return (
    <tr className="border-b last:border-b-0">
      <th scope="row" className="text-left font-normal [overflow-wrap:anywhere]">
        {item.title}
        <span className="block text-note text-text-2 md:hidden [&_a]:inline-block [&_a]:py-3">
          <Target item={item} />
        </span>
      </th>
      <td className="[overflow-wrap:anywhere] max-md:hidden">
        <Target item={item} />
      </td>
      <td className="num text-right max-md:hidden">{formatNumber(quantity ?? 1)}</td>
      {showsPrices && <td className="num text-right">{sum === undefined ? "–" : formatMoney(sum)}</td>}
      <td className="text-right">
        <RecordMenu record={item} />
      </td>
    </tr>
  );
}

/** The website, domain, host or device that a position is about. */
function Target({ item }: { item: RecordRow }) {
  const { websiteId, domainId, hostId, deviceId } = valuesOf(contractItems, item);
  if (websiteId) return <RecordLink to="website" value={websiteId} />;
  if (domainId) return <RecordLink to="domain" value={domainId} />;
  if (hostId) return <RecordLink to="host" value={hostId} />;
  if (deviceId) return <RecordLink to="device" value={deviceId} />;
  return null;
}
