import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { StartProblem } from "../start-problem.ts";

const count = z.number().int().min(1);
const perSecond = z.number().int().min(-1);
const loopback = z.literal("127.0.0.1");
const app = "appManager.array.apps.0";

/** What soketi.json may say. Whatever would reach the network or change whom Soketi serves is fixed or left out. */
const settings = z.strictObject({
  host: loopback,
  "metrics.host": loopback,
  "cluster.address": loopback,
  "cluster.unicast": loopback,
  "cluster.client": z.literal(true).optional(),
  "metrics.enabled": z.boolean().optional(),
  "metrics.port": z.number().int().min(-1).max(65535).optional(),
  [`${app}.enableClientMessages`]: z.boolean().optional(),
  [`${app}.enableUserAuthentication`]: z.boolean().optional(),
  [`${app}.maxConnections`]: perSecond.optional(),
  [`${app}.maxBackendEventsPerSecond`]: perSecond.optional(),
  [`${app}.maxClientEventsPerSecond`]: perSecond.optional(),
  [`${app}.maxReadRequestsPerSecond`]: perSecond.optional(),
  "presence.maxMembersPerChannel": count.optional(),
  "presence.maxMemberSizeInKb": count.optional(),
  "channelLimits.maxNameLength": count.optional(),
  "channelLimits.cacheTtl": count.optional(),
  "eventLimits.maxChannelsAtOnce": count.optional(),
  "eventLimits.maxNameLength": count.optional(),
  "eventLimits.maxPayloadInKb": count.optional(),
  "eventLimits.maxBatchSize": count.optional(),
  "httpApi.requestLimitInMb": count.optional(),
  userAuthenticationTimeout: count.optional(),
  shutdownGracePeriod: count.optional(),
});

export type Settings = Record<string, unknown>;

/** Reads soketi.json; throws a StartProblem that names the first thing in it that Soketi would ignore or misread. */
export function readSettings(file: string): Settings {
  const name = path.basename(file);
  const given = readObject(file, name);
  const section = Object.entries(given).find(([, value]) => typeof value === "object" && value !== null);
  if (section) {
    throw new StartProblem(
      `${name}: „${section[0]}“ ist ein verschachtelter Abschnitt; erwartet werden flache Schlüssel wie „metrics.host“.`,
    );
  }
  const parsed = settings.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new StartProblem(`${name}: ${describe(parsed.error.issues[0], given)}`);
}

function readObject(file: string, name: string): Settings {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new StartProblem(`${name} fehlt oder ist nicht lesbar: ${file}.`, { cause });
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Settings;
  } catch (cause) {
    throw new StartProblem(`${name} ist kein gültiges JSON.`, { cause });
  }
  throw new StartProblem(`${name} muss ein JSON-Objekt enthalten.`);
}

function describe(issue: z.core.$ZodIssue | undefined, given: Settings): string {
  if (issue?.code !== "unrecognized_keys") {
    const key = String(issue?.path[0]);
    return key in given ? `„${key}“ hat keinen gültigen Wert.` : `„${key}“ fehlt.`;
  }
  const [key] = issue.keys;
  if (key === "port") return "„port“ gehört nicht in die Datei; den Port bestimmt SOKETI_PORT.";
  if (key && [`${app}.id`, `${app}.key`, `${app}.secret`].includes(key)) {
    return `„${key}“ gehört nicht in die Datei; das Portal erzeugt diesen Wert selbst.`;
  }
  return `„${key}“ ist kein bekannter Schlüssel.`;
}
