import { customers } from "../../../contract/customers/customers.ts";
import {
  answersOf,
  type DiscoveryStepView,
  type SiteProposal,
  type StepAnswers,
} from "../../../contract/discoveries/discoveries.ts";
import type { ImprintFacts } from "../../../contract/discoveries/imprint.ts";
import { schemaOf } from "../../../contract/records/schema.ts";
import { registrableDomain, toUnicodeDomain } from "../../../contract/values/domain-name.ts";
import { readUrl } from "../../../contract/values/url.ts";
import { domainNameOf } from "../websites/own-domain.ts";
import { proposeSiteName } from "./site-name.ts";

/** What a URL would become, from what its steps have found. */
export function proposeSite(typed: string, steps: readonly DiscoveryStepView[]): SiteProposal & { url: string | null } {
  const answers = answersOf(steps);
  const url = answers.reach?.url ?? readTyped(typed);
  const customer = answers.customer?.matches.find(({ isSure }) => isSure);
  const hosts = answers.host?.matches ?? [];
  return {
    url,
    name: url ? proposeSiteName(answers.reach?.title ?? "", url) : typed,
    customer: customer ? { id: customer.id, label: customer.label } : null,
    newCustomer: answers.imprint ? proposeCustomer(answers.imprint.facts, url) : null,
    website: toWebsite(answers.technologies),
    // Which of several it is only people know.
    host: hosts.length === 1 ? (hosts[0] ?? null) : null,
    redirect: answers.reach ? redirectOf(typed, answers.reach.url) : null,
  };
}

/** The domain that somebody has entered, where the site is reached under another one. */
function redirectOf(typed: string, reached: string): SiteProposal["redirect"] {
  const url = readTyped(typed);
  const nameAce = url ? domainNameOf(url) : undefined;
  if (!nameAce || nameAce === registrableDomain(reached)) return null;
  return { nameAce, label: toUnicodeDomain(nameAce) };
}

function toWebsite(found: StepAnswers["technologies"] | undefined): Record<string, string> {
  const { system, php } = found ?? {};
  const given = { cms: system?.name, cmsVersion: system?.version, phpVersion: php };
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

function readTyped(typed: string): string | null {
  const reading = readUrl(typed);
  return "value" in reading ? reading.value : null;
}

const schema = schemaOf(customers);

/** Fields of a customer as an Impressum gives them; what no field would take is left out. Null without a name. */
function proposeCustomer(facts: ImprintFacts, url: string | null): SiteProposal["newCustomer"] {
  const { company, legalForm, registerCourt, registerNo, vatId, email, phone, street, zip, city, country } = facts;
  if (!company) return null;
  const wanted: Record<string, string | null> = {
    name: company,
    kind: kindOf(facts),
    legalForm,
    registerCourt,
    registerNo,
    vatId,
    email,
    phone,
    website: url && new URL(url).origin,
    billingStreet: street,
    billingZip: zip,
    billingCity: city,
    billingCountry: country,
    source: "Impressum",
  };
  const given = Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== null);
  const refused = new Set(schema.safeParse(Object.fromEntries(given)).error?.issues.map(({ path }) => String(path[0])));
  return refused.has("name") ? null : Object.fromEntries(given.filter(([name]) => !refused.has(name)));
}

function kindOf({ legalForm }: ImprintFacts): string {
  if (legalForm === "e. V.") return "association";
  if (legalForm === "KdöR") return "public";
  return legalForm === null || legalForm === "e. K." || legalForm === "e. U." ? "selfEmployed" : "company";
}
