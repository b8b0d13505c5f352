import { dayMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import { readSettings } from "../../settings/read-settings.ts";

/** Whether the portal takes pictures by itself, and how often. */
export async function readPreviewSettings(db: Db): Promise<{ isOn: boolean; everyMs: number }> {
  const { takesPreviews, previewIntervalDays } = await readSettings(db, "monitoring");
  return { isOn: takesPreviews, everyMs: previewIntervalDays * dayMs };
}
