import { Link } from "@remix-run/react";
import { ChevronRight } from "lucide-react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { refOf } from "../../../contract/records/read-value.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { recordPath } from "../record-path.ts";

/** The way back to the list, and to the customer that a record belongs to. */
export function RecordCrumb({ record: { type, values } }: { record: RecordRow }) {
  const { labels, plural } = declarationOf(type);
  const customer = refOf(values.customerId);
  const path = customer && recordPath("customer", customer.id);
  const linkClass = "hover:text-text-1 max-md:py-3";
  return (
    <nav aria-label="Brotkrumen" className="-my-3 flex min-w-0 items-center gap-1.5 text-ui text-text-3 md:my-0">
      <Link to={`/${plural}`} className={cx(linkClass, "flex-none")}>
        {labels.many}
      </Link>
      {path && (
        <>
          <Icon of={ChevronRight} size={14} />
          <Link to={path} className={cx(linkClass, "min-w-0 truncate")}>
            {customer.label}
          </Link>
        </>
      )}
    </nav>
  );
}
