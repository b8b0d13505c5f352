import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { Ref } from "../../../contract/records/fields.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDay } from "../../records/values/format-value.ts";
import { Button } from "../../ui/button.tsx";
import { linkClass } from "../../ui/link-class.ts";

/** Customers whose „Aufbewahren bis“ has passed, with the people whose data could go now. */
export function ErasureProposals({ onErase }: { onErase: (contact: Ref) => void }) {
  const { data: proposals = [] } = useQuery(useTRPC().privacy.proposals.queryOptions({}));
  if (proposals.length === 0) return null;
  return (
    <>
      <h3 className="mt-7 font-550">Aufbewahrung abgelaufen</h3>
      <ul aria-label="Vorschläge zur Löschung" className="mt-2 border-t">
        {proposals.map(({ customer, retentionUntil, isArchived, contacts }) => (
          <li key={customer.id} className="border-b py-2 text-ui">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <Link to={`/customers/${customer.id}`} className={linkClass}>
                {customer.title}
              </Link>
              <span className="text-text-3">
                aufzubewahren bis {formatDay(retentionUntil)}
                {isArchived && ", archiviert"}
              </span>
            </p>
            {contacts.length === 0 && <p className="mt-1 text-text-2">Keine Ansprechpartner mehr gespeichert.</p>}
            {contacts.map(({ id, title }) => (
              <p key={id} className="mt-1 flex flex-wrap items-center justify-between gap-2">
                <span>{title}</span>
                <Button size="sm" variant="danger" onClick={() => onErase({ id, label: title })}>
                  Daten löschen …
                </Button>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
