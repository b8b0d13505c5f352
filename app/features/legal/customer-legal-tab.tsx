import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { legalDisclaimer } from "../../../contract/legal/legal.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Pager } from "../../ui/pager.tsx";
import { FindingList } from "./finding-list.tsx";

/** The open findings at all websites of a customer, the worst first. */
export function CustomerLegalTab({ customer }: { customer: RecordRow }) {
  const [page, setPage] = useState(1);
  const found = useQuery(
    useTRPC().legal.list.queryOptions(
      { customerId: customer.id, page, limit: 50 },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <QueryPanel query={found} failure="Die rechtlichen Auffälligkeiten konnten nicht geladen werden." rows={8}>
      {({ data, totalItems, totalPages }) => (
        <>
          <p className="text-ui text-text-2">
            {totalItems === 0
              ? "An den Websites dieses Kunden ist nichts offen."
              : `${totalItems} offen, das Dringendste zuerst.`}{" "}
            <span className="text-text-3">{legalDisclaimer}</span>
          </p>
          {data.length > 0 && (
            <div className="mt-3 border-t">
              <FindingList findings={data} namesWebsite />
            </div>
          )}
          <Pager page={page} totalPages={totalPages} onPage={setPage} />
        </>
      )}
    </QueryPanel>
  );
}
