import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import type { TypeCount } from "../../../contract/dashboard.ts";
import { formatNumber } from "../../lib/format.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Bone } from "../../ui/skeleton.tsx";
import { Block } from "./block.tsx";

const names: Record<TypeCount["type"], { label: string; href: string }> = {
  website: { label: "Websites", href: "/websites" },
  domain: { label: "Domains", href: "/domains" },
  host: { label: "Hoster", href: "/hosts" },
  customer: { label: "Kunden", href: "/customers" },
  device: { label: "Geräte", href: "/devices" },
};

/** How much there is of everything, and in how much of it something is missing. */
export function Counts() {
  const counts = useQuery(useTRPC().dashboard.counts.queryOptions());
  return (
    <Block title="Bestand" query={counts} waiting={<Waiting />}>
      {(types) => (
        <ul>
          {types.map((count) => (
            <CountRow key={count.type} count={count} />
          ))}
        </ul>
      )}
    </Block>
  );
}

function CountRow({ count: { type, total, missing } }: { count: TypeCount }) {
  const { label, href } = names[type];
  return (
    <li className="border-b py-2.5">
      <Link to={href} className="group -mx-2 flex items-baseline rounded-6 px-2 max-md:min-h-11 max-md:items-center">
        <span className="text-ui text-text-2 group-hover:text-text-1">{label}</span>
        <span className="num ml-auto text-figure-sm">{formatNumber(total)}</span>
      </Link>
      {missing.length > 0 && (
        <p className="flex flex-wrap gap-x-3 text-meta text-text-3">
          {missing.map((gap) => (
            <Link
              key={gap.href}
              to={gap.href}
              className="underline decoration-control underline-offset-2 hover:text-text-1 max-md:py-3"
            >
              <span className="num">{formatNumber(gap.count)}</span> {gap.label}
            </Link>
          ))}
        </p>
      )}
    </li>
  );
}

function Waiting() {
  return (
    <div role="status">
      <span className="sr-only">Wird geladen …</span>
      {Object.keys(names).map((type) => (
        <div key={type} className="flex h-[69px] items-center border-b">
          <Bone className="h-3 w-24" />
          <Bone className="ml-auto h-6 w-10" />
        </div>
      ))}
    </div>
  );
}
