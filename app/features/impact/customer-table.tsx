import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ImpactCustomer } from "../../../contract/impact/impact.ts";
import { slaLevels } from "../../../contract/records/common-fields.ts";
import { formatNumber } from "../../lib/format.ts";
import { formatMoney, formatPhone } from "../../records/values/format-value.ts";
import { cx } from "../../ui/cx.ts";
import { Status } from "../../ui/status/status.tsx";

const cell = "border-b py-2 pl-0 pr-4 align-baseline text-ui last:pr-0 max-md:border-b-0 max-md:py-0 max-md:pr-0";
const head = `${cell} font-medium`;
const link = "hover:underline max-md:-my-2.5 max-md:block max-md:py-[13px]";

/** What the graph shows, in its order; on a phone each customer is a block with a line for each column. */
export function CustomerTable({
  customers,
  showsMoney,
}: {
  customers: readonly ImpactCustomer[];
  showsMoney: boolean;
}) {
  return (
    <table className="w-full border-collapse max-md:block">
      <thead className="max-md:sr-only">
        <tr className="text-left text-label text-text-3">
          {["Kunde", "Servicelevel", "Websites", "Verträge", "Notfallkontakt"].map((label) => (
            <th key={label} scope="col" className={head}>
              {label}
            </th>
          ))}
          {showsMoney && (
            <th scope="col" className={`${head} text-right`}>
              Erlös/Monat
            </th>
          )}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {customers.map((customer) => (
          <CustomerRow key={customer.id} customer={customer} showsMoney={showsMoney} />
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  /** The head of its column, which a phone shows beside the value. */
  name: string;
  isEmpty?: boolean;
  className?: string;
  children: ReactNode;
}

function Cell({ name, isEmpty = false, className, children }: CellProps) {
  return (
    <td className={cx(cell, "max-md:flex max-md:gap-x-4", isEmpty && "max-md:hidden", className)}>
      <span className="w-[104px] flex-none font-normal text-text-3 md:hidden">{name}</span>
      <span className="block min-w-0 [overflow-wrap:anywhere]">{isEmpty ? "–" : children}</span>
    </td>
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
    <tr className="max-md:grid max-md:gap-y-2.5 max-md:border-b max-md:py-3.5">
      <th scope="row" className={`${cell} text-left font-medium text-text-1 max-md:text-row md:min-w-[150px]`}>
        {id ? (
          <Link to={`/customers/${id}`} className={link}>
            {label}
          </Link>
        ) : (
          <span className="text-text-3">{label}</span>
        )}
      </th>
      <Cell name="Servicelevel" className={sla === "premium" ? "font-semibold text-text-1" : "text-text-2"}>
        {slaLevels[sla]}
      </Cell>
      <Cell name="Websites" isEmpty={websites.length === 0 && !more} className="md:min-w-[170px]">
        {websites.map((website) => (
          <span key={website.id} className="block">
            <Link to={`/websites/${website.id}`} className={link}>
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
      </Cell>
      <Cell name="Verträge" isEmpty={contracts.length === 0} className="text-text-2 md:min-w-[150px]">
        {contracts.map((contract) => (
          <Link key={contract.id} to={`/contracts/${contract.id}`} className={cx("block", link)}>
            {contract.label}
          </Link>
        ))}
      </Cell>
      <Cell name="Notfallkontakt" isEmpty={emergency.length === 0} className="text-text-2 md:min-w-[130px]">
        {emergency.map(({ name, phone }) => (
          <span key={`${name} ${phone}`} className="block">
            {name}{" "}
            <a
              href={`tel:${phone.replace(/[^\d+]/g, "")}`}
              className="num text-text-1 underline max-md:-my-2.5 max-md:inline-block max-md:py-[13px]"
            >
              {formatPhone(phone)}
            </a>
          </span>
        ))}
      </Cell>
      {showsMoney && (
        <Cell name="Erlös/Monat" isEmpty={!monthlyCents} className="num md:text-right">
          {monthlyCents ? formatMoney(monthlyCents) : ""}
        </Cell>
      )}
    </tr>
  );
}
