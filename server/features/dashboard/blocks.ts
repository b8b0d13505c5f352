import { type DashboardLayout, wholeArrangement } from "../../../contract/dashboard/blocks.ts";
import { preferencesOfUser } from "../../auth/user-preferences.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { PersonContext } from "../../trpc/context.ts";

/** How the person's dashboard is arranged: by themself, else by the team's settings. */
export async function readLayout({ db, person }: PersonContext): Promise<DashboardLayout> {
  const { dashboard: own } = await preferencesOfUser(db, person.id);
  return { ...wholeArrangement(own ?? (await readSettings(db, "dashboard"))), isOwn: own !== null };
}
