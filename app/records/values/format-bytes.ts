import { inByteUnits } from "../../../contract/values/byte-units.ts";
import { formatNumber } from "../../lib/format.ts";

/** „4,2 MB“ of a count of bytes; nothing below a kilobyte has decimals. */
export function formatBytes(bytes: number): string {
  const { size, unit, digits } = inByteUnits(bytes);
  return `${formatNumber(size, digits)}\u202f${unit}`;
}
