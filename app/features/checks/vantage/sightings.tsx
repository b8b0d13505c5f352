import type { Sighting } from "../../../../contract/checks/kinds.ts";
import { formatDateTime, formatMs } from "../../../lib/format.ts";
import { Status } from "../../../ui/status/status.tsx";

/** How a check is seen from each vantage point, below what they come to together. */
export function Sightings({ sightings, of }: { sightings: readonly Sighting[]; of: string }) {
  return (
    <ul aria-label={`${of} je Messpunkt`} className="order-2 basis-full pb-1 text-note md:pl-32">
      {sightings.map((sighting) => (
        <li key={sighting.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-0.5">
          <span className="w-28 flex-none truncate text-text-2 max-md:flex-1">{sighting.name}</span>
          <span className="num min-w-0 flex-1 text-text-3 [overflow-wrap:anywhere] max-md:order-1 max-md:basis-full">
            {factsOf(sighting)}
          </span>
          <Status state={sighting.isSilent ? "unknown" : sighting.status} className="flex-none md:w-32">
            {sighting.isSilent ? "Meldet sich nicht" : undefined}
          </Status>
        </li>
      ))}
    </ul>
  );
}

/** „104 ms, zuletzt 20.11.2026, 10:13“ */
function factsOf({ at, responseTimeMs, cause, isSilent }: Sighting): string {
  if (at === null) return "noch nicht geprüft";
  const found = cause ?? (responseTimeMs === null ? undefined : formatMs(responseTimeMs));
  return [isSilent ? undefined : found, `zuletzt ${formatDateTime(at)}`].filter(Boolean).join(", ");
}
