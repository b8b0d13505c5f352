import { Link } from "@remix-run/react";
import type { ImpactCustomer } from "../../../contract/impact/impact.ts";
import { slaLevels } from "../../../contract/records/common-fields.ts";
import { formatNumber } from "../../lib/format.ts";
import { formatMoney, formatPhone } from "../../records/values/format-value.ts";
import { Status } from "../../ui/status/status.tsx";

const cell = "border-b py-2 pl-0 pr-4 align-baseline text-ui last:pr-0";
const head = `${cell} font-medium`;

/** What the graph shows, in its order. */
export function CustomerTable({
  customers,
  showsMoney,
}: {
  customers: readonly ImpactCustomer[];
  showsMoney: boolean;
}) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse">
        <thead>
          <tr className="text-left text-label text-text-3">
            <th scope="col" className={head}>
              Kunde
            </th>
            <th scope="col" className={head}>
              Servicelevel
            </th>
            <th scope="col" className={head}>
              Websites
            </th>
            <th scope="col" className={head}>
              Verträge
            </th>
            <th scope="col" className={head}>
              Notfallkontakt
            </th>
            {showsMoney && (
              <th scope="col" className={`${head} text-right`}>
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
  customer: { id, label, sla, websites, more, contracts, monthlyCents, emergency },
  showsMoney,
}: {
  customer: ImpactCustomer;
  showsMoney: boolean;
}) {
  return (
    <tr>
      <th scope="row" className={`${cell} min-w-[150px] text-left font-medium text-text-1`}>
        {id ? (
          <Link to={`/customers/${id}`} className="hover:underline max-md:block max-md:py-2">
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
            <Link to={`/websites/${website.id}`} className="hover:underline max-md:block max-md:py-2">
              {website.label}
            </Link>
            {website.status === "offline" && (
              <span className="ml-2 inline-block max-md:ml-0">
                <Status state="offline" />
              </span>
            )}
          </span>
        ))}
        {more && (
          <span className="block text-text-2">
            {websites.length > 0 && "und "}
            {formatNumber(more.websites)} {websites.length > 0 && "weitere"}
            {more.offline > 0 && `, davon ${formatNumber(more.offline)} offline`}
          </span>
        )}
      </td>
      <td className={`${cell} min-w-[150px] text-text-2`}>
        {contracts.length === 0 && "–"}
        {contracts.map((contract) => (
          <Link key={contract.id} to={`/contracts/${contract.id}`} className="block hover:underline max-md:py-2">
            {contract.label}
          </Link>
        ))}
      </td>
      <td className={`${cell} min-w-[130px] text-text-2`}>
        {emergency.length === 0 && "–"}
        {emergency.map(({ name, phone }) => (
          <span key={`${name} ${phone}`} className="block">
            {name}{" "}
            <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} className="num text-text-1 underline max-md:py-2.5">
              {formatPhone(phone)}
            </a>
          </span>
        ))}
      </td>
      {showsMoney && <td className={`${cell} num text-right`}>{monthlyCents ? formatMoney(monthlyCents) : "–"}</td>}
    </tr>
  );
}
