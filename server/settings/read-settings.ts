import type { Appearance } from "../../contract/settings/appearance.ts";
import {
  type SettingSection,
  type Settings,
  type SettingsView,
  settingSections,
} from "../../contract/settings/sections.ts";
import type { Db } from "../db/connection.ts";
import { prepare } from "../db/prepare.ts";
import type { Queryable } from "../search/run.ts";
import type { Vault } from "../vault.ts";

/** The owner of the agency's logo among the files. */
export const logoOwner = "setting:general";

export interface SealedSecret {
  sealed: string;
  setAt: string;
  setBy: string | null;
}
type Secrets = Record<string, SealedSecret>;

interface Stored<Section extends SettingSection> {
  values: Settings<Section>;
  secrets: Secrets;
  version: number;
}

const selectSection = prepare((db: Db, section: SettingSection) =>
  db.selectFrom("settings").selectAll().where("section", "=", section),
);

/** A section as it is stored, with the defaults of what nobody has set; version 0 before the first change. */
export async function readStoredSettings<Section extends SettingSection>(
  db: Queryable,
  section: Section,
): Promise<Stored<Section>> {
  const [row] = await selectSection(db, section);
  const kept = row ? JSON.parse(row.valuesJson) : {};
  return {
    values: settingSections[section].parse(kept) as Settings<Section>,
    secrets: row ? JSON.parse(row.secretsJson) : {},
    version: row?.version ?? 0,
  };
}

/** The values of a section. */
export async function readSettings<Section extends SettingSection>(
  db: Queryable,
  section: Section,
): Promise<Settings<Section>> {
  return (await readStoredSettings(db, section)).values;
}

/** A secret of a section in the clear; undefined when none is set. For the server alone. */
export async function readSecret(
  { db, vault }: { db: Queryable; vault: Vault },
  section: SettingSection,
  field: string,
): Promise<string | undefined> {
  const { secrets } = await readStoredSettings(db, section);
  const secret = secrets[field];
  return secret && vault.open(secret.sealed);
}

/** A section as an admin reads it. */
export async function viewSettings(db: Queryable, section: SettingSection): Promise<SettingsView> {
  const { values, secrets, version } = await readStoredSettings(db, section);
  const shown = Object.entries(secrets).map(([field, { setAt, setBy }]) => [field, { setAt: new Date(setAt), setBy }]);
  return { section, values, version, secrets: Object.fromEntries(shown) };
}

/** How the portal looks at this agency. */
export async function readAppearance(db: Queryable): Promise<Appearance> {
  const { values, version } = await readStoredSettings(db, "general");
  const { agencyName, logoKey, primaryColor, timeZone } = values;
  return { agencyName, version, hasLogo: logoKey !== null, hasColor: primaryColor !== null, timeZone };
}
