import type { HostPhp } from "../../../contract/addresses/addresses.ts";
import { formatDay } from "../../records/values/format-value.ts";
import { Tag } from "../../ui/status/tag.tsx";

/** „Ohne Support seit 31.12.2025“ beside a version of PHP; one that is supported for long says so quietly. */
export function PhpTag({ php: { support, supportedUntil } }: { php: HostPhp }) {
  if (support === null) return null;
  const day = supportedUntil && formatDay(supportedUntil);
  if (support === "ended") return <Tag tone="bad">{day ? `Ohne Support seit ${day}` : "Ohne Support"}</Tag>;
  if (support === "ending") return <Tag tone="warn">{day ? `Support endet am ${day}` : "Support endet bald"}</Tag>;
  return day && <span className="text-text-3">unterstützt bis {day}</span>;
}
