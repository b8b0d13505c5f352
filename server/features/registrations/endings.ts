import { endingOf } from "../../../contract/registrations/registrations.ts";
import { endingSettingsOf } from "../../../contract/settings/domains.ts";
import { toUnicodeDomain } from "../../../contract/values/hostname.ts";
import type { Queryable } from "../../search/run.ts";
import { readSettings } from "../../settings/read-settings.ts";

/** Between two questions to one registry, where nobody decided otherwise. */
export const usualPaceMs = 1500;

/** How the registry of a name is asked as far as the settings say it, and what of its answers counts. */
export interface KnownEnding {
  rdap: string | undefined;
  whois: string | undefined;
  hidesExpiry: boolean;
  paceMs: number;
}

export async function readEnding(db: Queryable, nameAce: string): Promise<KnownEnding> {
  const { endings } = await readSettings(db, "domains");
  const decided = endingSettingsOf(endings, toUnicodeDomain(nameAce)) ?? endingSettingsOf(endings, nameAce);
  const known = endingOf(nameAce);
  return {
    rdap: decided?.rdap ?? undefined,
    whois: decided?.whois ?? undefined,
    hidesExpiry: decided?.hidesExpiry ?? known.hidesExpiry ?? false,
    paceMs: decided?.paceMs ?? usualPaceMs,
  };
}
