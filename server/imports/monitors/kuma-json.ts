import { UnreadableFile } from "../limits.ts";
import type { Sheet } from "../read-xlsx.ts";
import { asCodes, asFlag, asNumber, asText, type LeftOut, type Monitor, maxMonitors, toSheets } from "./monitors.ts";

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === "object" && !Array.isArray(value);
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A backup that Uptime Kuma 1.x has written: „Settings“ › „Backup“ › „Export“. */
export function readKumaJson(bytes: Uint8Array): Sheet[] {
  let backup: unknown;
  try {
    backup = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new UnreadableFile("Das ist kein gültiges JSON.", { cause });
  }
  if (!isObject(backup) || !Array.isArray(backup.monitorList))
    throw new UnreadableFile("Das ist kein Backup von Uptime Kuma: Die Liste der Monitore fehlt.");
  if (backup.monitorList.length > maxMonitors)
    throw new UnreadableFile(`Das Backup hat mehr als ${maxMonitors.toLocaleString("de-DE")} Monitore.`);
  const others: LeftOut[] = [
    ...listOf(backup.notificationList).map((each) => ({
      what: "Benachrichtigung",
      name: asText(each.name),
      why: "Wohin gemeldet wird, steht im Portal unter Kanäle.",
    })),
    ...listOf(backup.proxyList).map((each) => ({
      what: "Proxy",
      name: asText(each.host),
      why: "Proxys kennt das Portal nicht.",
    })),
  ];
  return toSheets(listOf(backup.monitorList).map(monitorOf), others);
}

const monitorOf = (row: Json): Monitor => ({
  name: asText(row.name),
  type: asText(row.type),
  url: asText(row.url),
  hostname: asText(row.hostname),
  port: asNumber(row.port),
  isActive: row.active === undefined || asFlag(row.active),
  intervalS: asNumber(row.interval),
  timeoutS: asNumber(row.timeout),
  method: asText(row.method).toUpperCase(),
  acceptedCodes: asCodes(row.accepted_statuscodes ?? row.accepted_statuscodes_json),
  keyword: asText(row.keyword),
  invertsKeyword: asFlag(row.invertKeyword),
  jsonPath: asText(row.jsonPath),
  expectedValue: asText(row.expectedValue),
  ignoresTls: asFlag(row.ignoreTls),
  maxRedirects: asNumber(row.maxredirects),
  isUpsideDown: asFlag(row.upsideDown),
  hasSecrets: [row.headers, row.body, row.basic_auth_user, row.basic_auth_pass].some((value) => asText(value) !== ""),
  description: asText(row.description),
  pushToken: asText(row.pushToken),
  tags: listOf(row.tags)
    .map(({ name, value }) => [asText(name), asText(value)].filter(Boolean).join(": "))
    .filter(Boolean),
});
