import { type Preferences, plainPreferences } from "../../contract/users/preferences.ts";
import type { Db } from "../db/connection.ts";
import { prepare } from "../db/prepare.ts";

/** What a person wants otherwise than the rest; undefined where there is nothing. */
export function differing(valuesJson: string | null | undefined): Partial<Preferences> | undefined {
  if (!valuesJson) return undefined;
  const kept: Partial<Preferences> = JSON.parse(valuesJson);
  return Object.keys(kept).length > 0 ? kept : undefined;
}

const selectPreferences = prepare((db: Db, userId: string) =>
  db.selectFrom("userPreferences").select("valuesJson").where("userId", "=", userId),
);

/** How a person wants the portal, with the defaults of what they have not decided. */
export async function preferencesOfUser(db: Db, userId: string): Promise<Preferences> {
  const [row] = await selectPreferences(db, userId);
  return { ...plainPreferences, ...differing(row?.valuesJson) };
}
