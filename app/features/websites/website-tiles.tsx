import { Link } from "@remix-run/react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { websites } from "../../../contract/websites/websites.ts";
import { MissingValue } from "../../records/list/table/missing-value.tsx";
import { noteOf } from "../../records/list/table/note-of.ts";
import { tileGridClass } from "../../records/list/tile-grid.ts";
import { isMissing } from "../../records/values/empty-value.ts";
import { Edge, type EdgeState } from "../../ui/status/edge.tsx";
import { Status } from "../../ui/status/status.tsx";

/** Websites by their pictures, which checks will take; until then each says that it has none. */
export function WebsiteTiles({ rows }: { rows: readonly RecordRow[] }) {
  return (
    <ul className={tileGridClass}>
      {rows.map((website) => (
        <WebsiteTile key={website.id} website={website} />
      ))}
    </ul>
  );
}

const unknownDays: readonly EdgeState[] = Array.from({ length: 30 }, () => "unknown");

function WebsiteTile({ website }: { website: RecordRow }) {
  const { customerId } = websites.fields;
  return (
    <li className="group relative min-w-0">
      <div className="relative">
        <div className="flex aspect-[16/10] flex-col justify-center gap-0.5 rounded-t-10 bg-sunken px-5 shadow-[inset_0_0_0_1px_var(--line)] transition-colors group-hover:bg-bone">
          <span className="text-ui font-medium">Noch keine Vorschau</span>
          <span className="text-meta text-text-2">Wird noch nicht geprüft</span>
        </div>
        <Edge segments={unknownDays} label="30 Tage: noch nicht geprüft" className="relative -mt-1.5" />
        <span className="absolute bottom-3.5 left-2.5 flex h-[26px] items-center rounded-6 bg-raised px-[9px] shadow-[0_1px_4px_rgb(0_0_0/0.18)]">
          <Status state="unknown" />
        </span>
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
