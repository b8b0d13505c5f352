import { entriesOf } from "../narrowing.ts";
import { id, limit, page } from "../pagination.ts";
import { creationId } from "../records/list-input.ts";
import { z } from "../zod.ts";
import { announcedCategories, announcementSeverities } from "./announcements.ts";
import { channelServiceNames, ruleTimeNames, usualQuiet } from "./channels.ts";
import type { ServiceField, ServiceTraits } from "./services.ts";

const time = (label: string) =>
  z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: `${label}: Bitte eine Uhrzeit wie 19:00 angeben.` });

export const channelQuiet = z.strictObject({
  isOn: z.boolean(),
  from: time("Von"),
  to: time("Bis"),
  weekend: z.boolean(),
  criticalAnyway: z.boolean(),
});

const shared = {
  name: z.string().trim().min(1, { error: "Name: Pflichtfeld." }).max(80, { error: "Name: Höchstens 80 Zeichen." }),
  userId: id.nullable(),
  quiet: channelQuiet,
  isEnabled: z.boolean(),
};
const initial = {
  userId: shared.userId.default(null),
  quiet: shared.quiet.default(usualQuiet),
  isEnabled: shared.isEnabled.default(true),
};
/** By the fields of the service; a secret that is left out stays as it is. */
const values = z.record(z.string().max(40), z.string().trim().max(2048));

/** Why a value of a service cannot be taken; undefined where it can. */
export function fieldProblem(field: ServiceField, value: string): string | undefined {
  const { label, kind, maxLength, pattern, patternError = "Dieser Wert ist ungültig.", isOptional } = field;
  if (value === "") return isOptional ? undefined : `${label}: Pflichtfeld.`;
  if (value.length > maxLength) return `${label}: Höchstens ${maxLength} Zeichen.`;
  if (/[\r\n]/.test(value)) return `${label}: Bitte ohne Zeilenumbruch.`;
  if (kind === "url" && !isUrl(value))
    return `${label}: Bitte eine gültige Adresse mit http:// oder https:// eingeben, ohne Benutzer und Passwort.`;
  if (field.needsTls && !isPrivateOnTheWay(value)) return `${label}: Bitte eine Adresse mit https:// eingeben.`;
  return pattern && !pattern.test(value) ? `${label}: ${patternError}` : undefined;
}

function isUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function isPrivateOnTheWay(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || loopback.test(hostname);
}

const originOf = (value: unknown): string => {
  const text = typeof value === "string" ? value.trim() : "";
  return URL.canParse(text) ? new URL(text).origin : text;
};

/**
 * The secrets that are set already and still count: one goes only to the server for which somebody entered it, so for
 * another they have to be entered again.
 */
export function keptSecrets(
  service: Pick<ServiceTraits, "fields">,
  known: readonly string[],
  { given, before }: Readonly<Record<"given" | "before", Readonly<Record<string, unknown>>>>,
): readonly string[] {
  const isElsewhere = entriesOf(service.fields).some(
    ([name, { kind, isSecret }]) => kind === "url" && !isSecret && originOf(given[name]) !== originOf(before[name]),
  );
  return isElsewhere ? [] : known;
}

/** What is wrong with the values of a service, by field; `known` are secrets that are set already. */
export function serviceProblems(
  service: Pick<ServiceTraits, "fields">,
  given: Readonly<Record<string, string>>,
  known: readonly string[] = [],
): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  for (const [name, field] of entriesOf(service.fields)) {
    if (field.isSecret && !given[name] && known.includes(name)) continue;
    const problem = fieldProblem(field, given[name] ?? "");
    if (problem) problems[name] = [problem];
  }
  for (const name of Object.keys(given))
    if (!(name in service.fields)) problems[name] = [`${name}: Das gibt es hier nicht.`];
  return problems;
}

export const channelBody = z.strictObject({
  ...shared,
  ...initial,
  service: z.enum(channelServiceNames),
  values: values.default({}),
});
export const createChannel = z.strictObject({ body: channelBody, creationId: creationId.optional() });
export const updateChannel = z.strictObject({
  params: z.strictObject({ id }),
  /** The service stays what it is: another is another channel. */
  body: z.strictObject({ ...shared, values }).partial(),
  version: z.number().int(),
});
export const channelId = z.strictObject({ id });
export const listChannels = z.strictObject({});

export const ruleBody = z
  .strictObject({
    categories: z.array(z.enum(announcedCategories)).max(50).default([]),
    minSeverity: z.enum(announcementSeverities).default("warning"),
    customerIds: z.array(id).max(200, { error: "Kunden: Höchstens 200." }).default([]),
    times: z.enum(ruleTimeNames).default("always"),
    from: time("Von").default("08:00"),
    to: time("Bis").default("18:00"),
    channelId: id.nullable().default(null),
    userId: id.nullable().default(null),
    isEnabled: z.boolean().default(true),
  })
  .refine(({ channelId: channel, userId }) => (channel === null) !== (userId === null), {
    path: ["channelId"],
    error: "Wohin: Bitte einen Kanal oder eine Person wählen.",
  })
  .refine(({ times, from, to }) => times === "always" || from < to, {
    path: ["to"],
    error: "Bis: Muss nach „Von“ liegen.",
  });
export const createRule = z.strictObject({ body: ruleBody, creationId: creationId.optional() });
export const updateRule = z.strictObject({ params: z.strictObject({ id }), body: ruleBody, version: z.number().int() });
export const ruleId = z.strictObject({ id });

export const listChannelDeliveries = z.strictObject({
  channelId: id.optional(),
  state: z.enum(["queued", "delivered", "failed"]).optional(),
  page: page.default(1),
  limit: limit.default(25),
});
