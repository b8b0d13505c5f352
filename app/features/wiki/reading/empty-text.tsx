import { Link } from "@remix-run/react";
import type { PageReading } from "../../../../contract/wiki/page-rows.ts";
import { linkClass } from "../../../ui/link-class.ts";
import { pageAddress } from "../page-address.ts";

/** A page without a word yet. */
export function EmptyText({ page: { row, can } }: { page: PageReading }) {
  return (
    <p className="text-prose text-text-2">
      Hier steht noch nichts.{" "}
      {can.edit && (
        <Link to={`${pageAddress(row)}?edit`} preventScrollReset className={linkClass}>
          Jetzt schreiben
        </Link>
      )}
    </p>
  );
}
