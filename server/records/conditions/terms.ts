import type { Input } from "../../../contract/records/fields.ts";
import { addDays } from "../../../contract/time/today.ts";

/** The last day on which something that renews can be cancelled; null without both dates. */
export function cancelByOf(renewsAt: Input | undefined, noticeDays: Input | undefined): string | null {
  if (typeof renewsAt !== "string") return null;
  return typeof noticeDays === "number" ? addDays(renewsAt, -noticeDays) : null;
}
