import { useQuery } from "@tanstack/react-query";
import type { Figure, TypeCount } from "../../../contract/dashboard/dashboard.ts";
import type { MainType } from "../../../contract/records/record-types.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { Link } from "../../lib/pages/link.tsx";
import { useRole } from "../../lib/people/use-role.ts";
import { linkInRow } from "../../ui/link-class.ts";
import { Skeleton } from "../../ui/placeholders/skeleton.tsx";
import { Block } from "./block.tsx";
import { headClass } from "./needs/due-list.tsx";

const names: Record<MainType, { label: string; href: string }> = {
  website: { label: "Websites", href: "/websites" },
  domain: { label: "Domains", href: "/domains" },
  host: { label: "Hoster", href: "/hosts" },
  customer: { label: "Kunden", href: "/customers" },
  device: { label: "Geräte", href: "/devices" },
};

const cells =
  "grid grid-cols-2 [&>*]:border-b [&>*:nth-child(odd)]:pr-4 [&>*:nth-child(even)]:border-l [&>*:nth-child(even)]:pl-5";

/** How much there is of everything, what is missing in it and what is due; each figure leads to its list. */
export function Situation() {
  const counts = useQuery(useTRPC().dashboard.counts.queryOptions());
  const mayEdit = hasAbility(useRole(), "editRecords");
  return (
    <Block
      title="Lage"
      aside={
        mayEdit && (
          <Link to="/discover" className={linkInRow}>
            Websites aus Adressen
          </Link>
        )
      }
      query={counts}
      waiting={<Waiting />}
      className={`!mt-0 ${headClass}`}
    >
      {({ types: [first, ...others], due }) => (
        <>
          {first && (
            <div className="border-b pb-3 pt-3">
              <TypeFigure of={first} className="text-figure" />
            </div>
          )}
          <Watched />
          <div className={cells}>
            {others.map((one) => (
              <div key={one.type} className="pb-2.5 pt-[11px]">
                <TypeFigure of={one} className="text-figure-sm" />
              </div>
            ))}
            {due.map((figure) => (
              <DueFigure key={figure.href} figure={figure} />
            ))}
          </div>
        </>
      )}
    </Block>
  );
}

/** How what is watched is doing; nothing as long as nothing is. */
function Watched() {
  const { data } = useQuery(useTRPC().check.figures.queryOptions({}));
  if (!data || data.websites.watched === 0) return null;
  const { websites, averageMs, certificates, hosts } = data;
  const figures = [
    {
      label: "Websites online",
      text: formatNumber(websites.online),
      rest: ` / ${formatNumber(websites.watched)}`,
      href: "/websites?view=problems",
    },
    {
      label: "Ø Antwortzeit",
      text: averageMs === null ? "–" : formatNumber(averageMs),
      rest: averageMs === null ? "" : " ms",
      href: "/websites?sort=-responseTimeMs",
    },
    {
      label: "Zertifikate < 20 % Restlaufzeit",
      text: formatNumber(certificates),
      href: "/websites?view=certificates",
    },
    { label: "Hoster mit Warnung", text: formatNumber(hosts), href: "/hosts?view=problems" },
  ];
  return (
    <div className={cells}>
      {figures.map(({ label, text, rest = "", href }) => (
        <Link key={href} to={href} className="group block pb-2.5 pt-[11px] focus-visible:outline-offset-[-2px]">
          <span className="block text-meta text-text-2 group-hover:text-text-1">{label}</span>
          <span className={`num block text-figure-sm ${text === "0" ? "text-text-3" : ""}`}>
            {text}
            {rest && <span className="text-ui font-normal text-text-3">{rest}</span>}
          </span>
        </Link>
      ))}
    </div>
  );
}

function TypeFigure({ of: { type, total, missing }, className }: { of: TypeCount; className: string }) {
  const { label, href } = names[type];
  return (
    <>
      <Link to={href} className="group block rounded-4">
        <span className="block text-meta text-text-2 group-hover:text-text-1">{label}</span>
        <span className={`num block ${className}`}>{formatNumber(total)}</span>
      </Link>
      {missing.length > 0 && (
        <p className="-mb-[3px] -mt-px flex flex-wrap gap-x-3 text-meta text-text-3">
          {missing.map((gap) => (
            <Link
              key={gap.href}
              to={gap.href}
              className="underline decoration-line-strong underline-offset-[3px] hover:text-text-1 hover:decoration-control py-[3px] max-md:py-[13px]"
            >
              <span className="num">{formatNumber(gap.count)}</span> {gap.label}
            </Link>
          ))}
        </p>
      )}
    </>
  );
}

function DueFigure({ figure: { label, count, href } }: { figure: Figure }) {
  return (
    <Link to={href} className="group block pb-2.5 pt-[11px] focus-visible:outline-offset-[-2px]">
      <span className="block text-meta text-text-2 group-hover:text-text-1">{label}</span>
      <span className={`num block text-figure-sm ${count === 0 ? "text-text-3" : ""}`}>{formatNumber(count)}</span>
    </Link>
  );
}

function Waiting() {
  return (
    <>
      <div className="h-[104px] border-b pt-3">
        <Skeleton className="h-3 w-20" />
        <Skeleton className="mt-3 h-9 w-24" />
      </div>
      <div className={cells}>
        {Array.from({ length: 8 }, (_, cell) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
          <div key={cell} className="h-[78px] pt-3">
            <Skeleton className="h-3 w-24" />
            <Skeleton className="mt-3 h-5 w-12" />
          </div>
        ))}
      </div>
    </>
  );
}
