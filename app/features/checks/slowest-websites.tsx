import { useQuery } from "@tanstack/react-query";
import type { SlowWebsite } from "../../../contract/checks/slowest.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatMs } from "../../lib/format.ts";
import { Link } from "../../lib/pages/link.tsx";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { Block } from "../dashboard/block.tsx";

const grid = "mt-3 grid grid-cols-1 gap-x-7 gap-y-4 sm:grid-cols-2 lg:grid-cols-5";

/** „Antwortzeiten 24 h“: the ten slowest websites with their day; nothing where nothing answers yet. */
export function SlowestWebsites() {
  const slowest = useQuery(useTRPC().check.slowest.queryOptions({}));
  return (
    <Block
      title="Antwortzeiten 24 h"
      aside={<span className="text-text-3">die zehn langsamsten</span>}
      query={slowest}
      waiting={<Waiting />}
      className="!mt-0"
    >
      {(websites) =>
        websites.length === 0 ? (
          <p className="py-4 text-text-2">
            Noch hat keine Website geantwortet. Geprüft wird, was live ist und eine erreichbare Adresse hat.
          </p>
        ) : (
          <ul className={grid}>
            {websites.map((website) => (
              <Course key={website.id} website={website} />
            ))}
          </ul>
        )
      }
    </Block>
  );
}

function Course({ website: { id, label, status, responseTimeMs, course } }: { website: SlowWebsite }) {
  const isSlow = status === "degraded";
  const max = Math.max(responseTimeMs, ...course.map((value) => value ?? 0));
  return (
    <li className="min-w-0">
      <Link to={`/websites/${id}/availability`} className="group block rounded-4">
        <span className="block text-ui lg:min-h-10">
          <span className={cx("num float-right pl-3", isSlow ? "font-semibold text-warn-text" : "text-text-2")}>
            {formatMs(responseTimeMs)}
          </span>
          <span className="[overflow-wrap:anywhere] group-hover:underline">{label}</span>
        </span>
        <Sparkline
          className="mt-1"
          values={course}
          tone={isSlow ? "warn" : "ink"}
          label={`${label}: zuletzt ${formatMs(responseTimeMs)}, höchstens ${formatMs(max)}`}
        />
      </Link>
    </li>
  );
}

function Waiting() {
  return (
    <div className={grid}>
      {Array.from({ length: 10 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <div key={index} className="h-[56px] lg:h-[76px]">
          <Skeleton className="h-3 w-3/4" />
          <Skeleton className="mt-3 h-6 w-full" />
        </div>
      ))}
    </div>
  );
}
