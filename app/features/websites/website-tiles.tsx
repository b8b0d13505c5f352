import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { websites } from "../../../contract/websites/websites.ts";
import { formatMs } from "../../lib/format.ts";
import { Link } from "../../lib/pages/link.tsx";
import { MissingValue } from "../../records/list/table/missing-value.tsx";
import { noteOf } from "../../records/list/table/note-of.ts";
import { tileGridClass } from "../../records/list/tile-grid.ts";
import { isMissing } from "../../records/values/empty-value.ts";
import { LetterTile } from "../../ui/avatar/letter-tile.tsx";
import { StatusValue } from "../checks/record-values.tsx";
import { StripEdge } from "../checks/strip-edges.tsx";
import { PreviewTile } from "../previews/thumb.tsx";

/** Websites as tiles with their picture or letter, how they are doing and how fast they answer. */
export function WebsiteTiles({ rows }: { rows: readonly RecordRow[] }) {
  return (
    <ul className={tileGridClass}>
      {rows.map((website) => (
        <WebsiteTile key={website.id} website={website} />
      ))}
    </ul>
  );
}

function WebsiteTile({ website }: { website: RecordRow }) {
  const { customerId } = websites.fields;
  const values = valuesOf(websites, website);
  const { responseTimeMs, status = "unknown" } = values;
  const isDark = status === "offline" || status === "paused";
  return (
    <li className="group relative min-w-0">
      <div className="relative grid aspect-[16/10] place-items-center rounded-10 bg-sunken shadow-[inset_0_0_0_1px_var(--line)] transition-colors group-hover:bg-skeleton">
        <LetterTile
          name={website.title}
          thingId={website.id}
          size={44}
          className={isDark ? "opacity-50 grayscale" : undefined}
        />
        <PreviewTile id={website.id} isDark={isDark} />
        <span className="absolute inset-x-0 bottom-0">
          <StripEdge record={website} size="tile" />
        </span>
        {status !== "online" && (
          <span className="absolute bottom-3.5 left-2.5 flex h-[26px] max-w-[calc(100%-20px)] items-center rounded-6 bg-raised px-[9px] text-ui shadow-[0_1px_4px_rgb(0_0_0/0.18)]">
            <StatusValue record={website} variant="cell" />
          </span>
        )}
      </div>
      <div className="pt-[11px]">
        <Link
          to={`/websites/${website.id}`}
          title={website.title}
          className="block truncate text-row font-semibold after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:rounded-10 focus-visible:after:outline focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
        >
          {website.title}
        </Link>
        <p className="mt-px flex h-[18px] items-center gap-2 text-meta text-text-3">
          <span className="min-w-0 flex-1 truncate">{noteOf(website, websites)}</span>
          {typeof responseTimeMs === "number" && status !== "offline" && (
            <span className="num flex-none">{formatMs(responseTimeMs)}</span>
          )}
          {isMissing(customerId, website.values.customerId) && (
            <span className="relative z-[1]">
              <MissingValue record={website} name="customerId" field={customerId}>
                Kunde
              </MissingValue>
            </span>
          )}
        </p>
      </div>
    </li>
  );
}
