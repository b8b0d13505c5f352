import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import type { TypedCustomer } from "../../../contract/customers/similar-customers.ts";
import { similarityLabels } from "../../../contract/customers/similarity-labels.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useDebouncedQuery } from "../../lib/use-debounced-value.ts";
import { recordPath } from "../../records/record-path.ts";
import { linkClass } from "../../ui/link-class.ts";

const minLetters = 3;

/** Names the customers that are probably the one who is being entered. */
export function SimilarCustomers({ typed }: { typed: TypedCustomer }) {
  const debounced = parseOwnJson<TypedCustomer>(useDebouncedQuery(JSON.stringify(typed)));
  const trpc = useTRPC();
  const { data = [] } = useQuery({
    ...trpc.customer.similar.queryOptions(debounced, { trpc: { abortOnUnmount: true } }),
    enabled: Object.values(debounced).some((text) => text && text.trim().length >= minLetters),
  });
  return (
    <span role="status">
      {data.length > 0 && "Ähnliche Kunden: "}
      {data.map(({ id, label, by }, index) => (
        <Fragment key={id}>
          {index > 0 && ", "}
          <Link to={recordPath("customer", id) ?? "."} target="_blank" className={linkClass}>
            {label}
          </Link>
          {by !== "name" && ` (${similarityLabels[by]})`}
        </Fragment>
      ))}
    </span>
  );
}
