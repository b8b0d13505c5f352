import { type Preferences, plainPreferences } from "../../contract/users/preferences.ts";
import type { Db } from "../db/connection.ts";

/** What a person wants otherwise than the rest; undefined where there is nothing. */
export function differing(valuesJson: string | null | undefined): Partial<Preferences> | undefined {
  if (!valuesJson) return undefined;
  const kept: Partial<Preferences> = JSON.parse(valuesJson);
  return Object.keys(kept).length > 0 ? kept : undefined;
}

/** How a person wants the portal, with the defaults of what they have not decided. */
export async function preferencesOfUser(db: Db, userId: string): Promise<Preferences> {
  const row = await db
    .selectFrom("userPreferences")
    .select("valuesJson")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return { ...plainPreferences, ...differing(row?.valuesJson) };
}
