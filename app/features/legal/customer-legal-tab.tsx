import { Link } from "@remix-run/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { type LegalCoverage, legalDisclaimer, type SomeWebsites } from "../../../contract/legal/legal.ts";
import { formatFilter } from "../../../contract/records/filters.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { counted } from "../../../contract/values/counted.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { recordPath } from "../../records/record-path.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { Icon } from "../../ui/icon.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Pager } from "../../ui/pager.tsx";
import { FindingList } from "./finding-list.tsx";

/** The open findings at all websites of a customer, the worst first. */
export function CustomerLegalTab({ customer }: { customer: RecordRow }) {
  const api = useTRPC().legal;
  const [page, setPage] = useState(1);
  const coverage = useQuery(api.coverage.queryOptions({ customerId: customer.id }));
  const found = useQuery(
    api.list.queryOptions({ customerId: customer.id, page, limit: 50 }, { placeholderData: keepPreviousData }),
  );
  const lastPage = found.data && !found.isPlaceholderData ? Math.max(1, found.data.totalPages) : page;
  useEffect(() => {
    if (page > lastPage) setPage(lastPage);
  }, [page, lastPage]);
  return (
    <QueryPanel query={coverage} failure="Die rechtlichen Auffälligkeiten konnten nicht geladen werden." rows={8}>
      {(covered) => (
        <QueryPanel query={found} failure="Die rechtlichen Auffälligkeiten konnten nicht geladen werden." rows={8}>
          {({ data, totalItems, totalPages }) => (
            <>
              <Standing customerId={customer.id} open={totalItems} covered={covered} />
              {data.length > 0 && (
                <div className="mt-3 border-t">
                  <FindingList findings={data} namesWebsite />
                </div>
              )}
              <Pager page={page} totalPages={totalPages} onPage={setPage} />
            </>
          )}
        </QueryPanel>
      )}
    </QueryPanel>
  );
}

/** How much is open, what nobody knows of, and all of it as a file. */
function Standing({ customerId, open, covered }: { customerId: string; open: number; covered: LegalCoverage }) {
  const mayExport = hasAbility(useRole(), "exportRecords");
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 text-ui text-text-2">
          {open === 0 ? nothingOpen(covered) : `${open} offen, das Dringendste zuerst.`}{" "}
          <span className="text-text-3">{legalDisclaimer}</span>
        </p>
        {covered.websites > 0 && mayExport && (
          <a href={exportOf(customerId)} download className={buttonClass({ size: "sm" })}>
            <Icon of={Download} />
            XLSX
          </a>
        )}
      </div>
      <Unknown label="nicht prüfbar" some={covered.unchecked} href={listOf(customerId, "unchecked")} />
      <Unknown label="noch nicht geprüft" some={covered.unseen} href={listOf(customerId, null)} />
    </>
  );
}

function nothingOpen({ websites, unchecked, unseen }: LegalCoverage): string {
  const unknown = unchecked.count + unseen.count;
  if (websites === 0) return "Dieser Kunde hat keine Websites.";
  if (unknown === 0) return "An den Websites dieses Kunden ist nichts offen.";
  if (unknown === websites) return "An den Websites dieses Kunden ließ sich noch nichts beurteilen.";
  return `An ${websites - unknown} von ${counted(websites, "Website", "Websites")} ist nichts offen.`;
}

const ofCustomer = (id: string) => ({
  "f[customerId]": formatFilter({ field: "customerId", is: "oneOf", values: [id] }),
});

const exportOf = (customerId: string) => `/api/export/legal.xlsx?${new URLSearchParams(ofCustomer(customerId))}`;

/** The list of the customer's websites that stand like this; null are those without a run. */
function listOf(customerId: string, state: "unchecked" | null): string {
  const field = "legalState";
  return `/websites?${new URLSearchParams({
    ...ofCustomer(customerId),
    [`f[${field}]`]: formatFilter(state ? { field, is: "oneOf", values: [state] } : { field, is: "missing" }),
  })}`;
}

/** Names the websites of which nobody knows anything. */
function Unknown({ label, some: { count, first }, href }: { label: string; some: SomeWebsites; href: string }) {
  if (count === 0) return null;
  return (
    <p className="mt-1 text-ui text-text-2 [overflow-wrap:anywhere]">
      {counted(count, "Website", "Websites")} {label}:{" "}
      {first.map((website, at) => (
        <span key={website.id}>
          {at > 0 && ", "}
          <Link to={`${recordPath("website", website.id)}/legal`} className={linkClass}>
            {website.label}
          </Link>
        </span>
      ))}
      {count > first.length && (
        <>
          {" und "}
          <Link to={href} className={linkClass}>
            {count - first.length} weitere
          </Link>
        </>
      )}
    </p>
  );
}
