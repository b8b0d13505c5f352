import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Impact, type ImpactCustomer, type ImpactType, impactTypes } from "../../../contract/impact/impact.ts";
import { slaLevels } from "../../../contract/records/common-fields.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { formatMoney } from "../../records/values/format-value.ts";
import { Segment } from "../../ui/form/segment.tsx";
import { Section } from "../../ui/section.tsx";
import { Status } from "../../ui/status/status.tsx";

const asked: Partial<Record<RecordRow["type"], readonly ImpactType[]>> = {
  host: ["host", "provider"],
  domain: ["domain", "nameservers"],
};

/** „Auswirkung“: what would be down if this were, and what hangs on that. */
export function ImpactTab({ record }: { record: RecordRow }) {
  const types = asked[record.type] ?? [];
  const [type, setType] = useState<ImpactType>(types[0] ?? "host");
  const impact = useQuery(
    useTRPC().impact.read.queryOptions({ type, id: record.id }, { placeholderData: (before) => before }),
  );
  return (
    <>
      <Segment
        label="Was fällt aus?"
        options={types.map((value) => ({ value, label: impactTypes[value] }))}
        value={type}
        onChange={setType}
      />
      <QueryPanel query={impact} failure="Die Auswirkung konnte nicht geladen werden.">
        {(found) => <Found impact={found} />}
      </QueryPanel>
    </>
  );
}

function Found({ impact }: { impact: Impact }) {
  const { customers, websites, contracts, monthlyCents, label, through } = impact;
  const named = customers.filter(({ id }) => id !== "").length;
  return (
    <>
      <p className="mt-5 text-row text-text-2">
        Fällt <b className="font-semibold text-text-1">{label}</b> aus, {websites === 1 ? "ist" : "sind"}{" "}
        <b className="font-semibold text-text-1">{counted(websites, "Website", "Websites")}</b> von{" "}
        {counted(named, "Kunden", "Kunden")} nicht erreichbar.{" "}
        {contracts > 0 && `${counted(contracts, "Vertrag hängt", "Verträge hängen")} daran`}
        {contracts > 0 && monthlyCents !== undefined && (
          <>
            {" "}
            mit <b className="num font-semibold text-text-1">{formatMoney(monthlyCents)}</b> im Monat
          </>
        )}
        {contracts > 0 && "."}
      </p>
      {through.length > 1 && (
        <p className="mt-1 text-ui text-text-3 [overflow-wrap:anywhere]">
          Über {through.map((each) => each.label).join(", ")}
        </p>
      )}
      <Section title="Kunden" aside={formatNumber(named)} className="!mt-6">
        {customers.length === 0 && <p className="py-4 text-ui text-text-2">Nichts hängt daran.</p>}
        {customers.length > 0 && <CustomerTable customers={customers} showsMoney={monthlyCents !== undefined} />}
      </Section>
    </>
  );
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`;

const cell = "border-b py-2 pr-4 align-top text-ui";

function CustomerTable({ customers, showsMoney }: { customers: readonly ImpactCustomer[]; showsMoney: boolean }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse">
        <thead>
          <tr className="text-left text-label text-text-3">
            <th scope="col" className={cell}>
              Kunde
            </th>
            <th scope="col" className={cell}>
              Servicelevel
            </th>
            <th scope="col" className={cell}>
              Websites
            </th>
            <th scope="col" className={cell}>
              Verträge
            </th>
            {showsMoney && (
              <th scope="col" className={`${cell} text-right`}>
                Erlös/Monat
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {customers.map((customer) => (
            <CustomerRow key={customer.id} customer={customer} showsMoney={showsMoney} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CustomerRow({
  customer: { id, label, sla, websites, contracts, monthlyCents },
  showsMoney,
}: {
  customer: ImpactCustomer;
  showsMoney: boolean;
}) {
  return (
    <tr>
      <th scope="row" className={`${cell} min-w-[150px] text-left font-medium text-text-1`}>
        {id ? (
          <Link to={`/customers/${id}`} className="hover:underline max-md:inline-block max-md:py-2">
            {label}
          </Link>
        ) : (
          <span className="text-text-3">{label}</span>
        )}
      </th>
      <td className={`${cell} ${sla === "premium" ? "font-semibold text-text-1" : "text-text-2"}`}>{slaLevels[sla]}</td>
      <td className={`${cell} min-w-[170px]`}>
        {websites.map((website) => (
          <span key={website.id} className="block">
            <Link to={`/websites/${website.id}`} className="hover:underline max-md:inline-block max-md:py-2">
              {website.label}
            </Link>
            {website.status === "offline" && (
              <span className="ml-2 inline-block">
                <Status state="offline" />
              </span>
            )}
          </span>
        ))}
      </td>
      <td className={`${cell} min-w-[150px] text-text-2`}>
        {contracts.length === 0 && "–"}
        {contracts.map((contract) => (
          <Link key={contract.id} to={`/contracts/${contract.id}`} className="block hover:underline max-md:py-2">
            {contract.label}
          </Link>
        ))}
      </td>
      {showsMoney && <td className={`${cell} num text-right`}>{monthlyCents ? formatMoney(monthlyCents) : "–"}</td>}
    </tr>
  );
}
