import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { hasAbility } from "../../../contract/roles.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { formatMoney } from "../../records/values/format-value.ts";

/** What the gaps between contracts and what is looked after come to, for those who may see prices. */
export function GapEstimate() {
  const maySee = hasAbility(useRole(), "seePrices");
  const estimate = useQuery(useTRPC().contractGap.estimate.queryOptions(undefined, { enabled: maySee }));
  if (!estimate.data || estimate.data.count === 0) return null;
  return (
    <p className="mt-3 text-ui text-text-2">
      <Link
        to="/contract-gaps"
        className="underline decoration-line-strong underline-offset-[3px] hover:text-text-1 max-md:inline-block max-md:py-3"
      >
        Mögliche Mehreinnahmen und Einsparungen:{" "}
        <b className="num font-semibold text-text-1">{formatMoney(estimate.data.yearlyCents)} pro Jahr</b>
      </Link>
    </p>
  );
}
