import { useQuery } from "@tanstack/react-query";
import { type SizeLine, sizeLabels } from "../../../contract/system/sizes.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatBytes } from "../../records/values/format-bytes.ts";
import { ColumnHeads } from "../../ui/column-heads.tsx";

const columns = [
  { label: "Was" },
  { label: "Größe", className: "w-24" },
  { label: "Wie lange", className: "w-[46%] max-md:w-2/5" },
];

/** What takes how much of the disk beside uploads, measured when somebody looks. */
export function SizeList() {
  const sizes = useQuery(useTRPC().system.sizes.queryOptions({}));
  return (
    <QueryPanel query={sizes} failure="Die Größen konnten nicht gemessen werden." rows={9}>
      {(lines) => <Lines lines={lines} />}
    </QueryPanel>
  );
}

function Lines({ lines }: { lines: readonly SizeLine[] }) {
  return (
    <table className="w-full text-ui [&_td]:pl-0 [&_th]:pl-0">
      <caption className="sr-only">Was wie viel Platz braucht und wie lange es bleibt</caption>
      <thead>
        <ColumnHeads of={columns} />
      </thead>
      <tbody>
        {lines.map(({ key, bytes, kept }) => (
          <tr key={key} className="border-b align-top">
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              {sizeLabels[key]}
            </th>
            <td className="num py-2 pr-3 text-text-2">{formatBytes(bytes)}</td>
            <td className="py-2 text-text-2">{kept}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
