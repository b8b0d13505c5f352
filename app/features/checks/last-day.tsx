import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { checkTargetTypeOf } from "../../../contract/checks/kinds.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatPercent } from "../../lib/format.ts";
import { recordPath } from "../../records/record-path.ts";
import { linkClass } from "../../ui/link-class.ts";
import { Section } from "../../ui/section.tsx";
import { AvailabilityStrip } from "./availability-strip.tsx";

/** The last 24 hours in half hours; nothing where they cannot be read, because the tab says more of it. */
export function LastDay({ record }: { record: RecordRow }) {
  const { id } = record;
  const type = checkTargetTypeOf(record);
  const { data } = useQuery(useTRPC().check.availability.queryOptions({ type, id, range: "24h" }));
  const figure = data?.uptime == null ? undefined : formatPercent(data.uptime / 10_000);
  return (
    <Section
      title="Letzte 24 Stunden"
      className="mb-7 min-h-[128px] max-md:min-h-[152px]"
      aside={
        <>
          {figure && <span className="num font-semibold text-text-1">{figure}</span>}
          <Link to={`${recordPath(record.type, id)}/availability`} className={linkClass}>
            Verfügbarkeit
          </Link>
        </>
      }
    >
      {data && <AvailabilityStrip availability={data} />}
    </Section>
  );
}
