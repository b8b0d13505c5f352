import type { z } from "zod";
import type { tryRules } from "../../../contract/settings/technologies.ts";
import type { RuleTrial } from "../../../contract/technologies/views.ts";
import { readUrl as readTyped } from "../../../contract/values/url.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { invalidField } from "../../problem.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { fetchScan } from "./fetch-scan.ts";
import { readOwnRules } from "./own-rules.ts";

/** Looks at an address with rules that are not kept yet; says what they find there, and what the portal's own find. */
export async function tryOwnRules(
  { db, person }: PersonContext,
  { url, rules }: z.infer<typeof tryRules>,
): Promise<RuleTrial> {
  const ownRules = readOwnRules(rules);
  const reading = readTyped(url);
  if ("problem" in reading) throw invalidField("url", `Adresse: ${reading.problem}`);
  const { allowedNetworks } = await readSettings(db, "network");
  try {
    const scan = await fetchScan({ url: reading.value, allowedNetworks, dns: [], ownRules, forWhom: person.id });
    const own = new Set(Object.keys(ownRules));
    return {
      url: scan.finalUrl,
      found: scan.technologies.filter(({ name }) => own.has(name)),
      missed: [...own].filter((name) => !scan.technologies.some((each) => each.name === name)),
      known: scan.technologies.filter(({ name }) => !own.has(name)).map(({ name }) => name),
    };
  } catch (error) {
    if (error instanceof OutboundProblem) throw invalidField("url", `Adresse: ${error.message}`);
    throw error;
  }
}
