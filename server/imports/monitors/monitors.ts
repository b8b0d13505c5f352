import { createHash } from "node:crypto";
import type { Cell } from "../../../contract/imports/imports.ts";
import type { Sheet } from "../read-xlsx.ts";
import type { MonitorWindow } from "./kuma-maintenance.ts";

/** A monitor of another program, as far as any of them tells. */
export interface Monitor {
  name: string;
  type: string;
  url: string;
  hostname: string;
  port: number | null;
  isActive: boolean;
  intervalS: number | null;
  timeoutS: number | null;
  method: string;
  acceptedCodes: string[];
  keyword: string;
  invertsKeyword: boolean;
  jsonPath: string;
  expectedValue: string;
  ignoresTls: boolean;
  maxRedirects: number | null;
  isUpsideDown: boolean;
  hasSecrets: boolean;
  description: string;
  tags: string[];
  /** The token of the address that a push monitor is told by. */
  pushToken: string;
  /** The maintenance that covers it. */
  windows?: readonly MonitorWindow[];
  /** The titles of the status pages that show it. */
  statusPages?: readonly string[];
}

/** Whose monitors they are. */
export type MonitorProgram = "Uptime Kuma" | "UptimeRobot";

/** What another monitoring knows beside its monitors; it is listed, so that nobody looks for it afterwards. */
export interface LeftOut {
  what: string;
  name: string;
  why: string;
}

export const maxMonitors = 20_000;

const websiteTypes = ["http", "keyword", "json-query", "real-browser"];
const hostTypes = ["ping", "port", "smtp"];

const unknownTypes: Readonly<Record<string, string>> = {
  push: "Push-Überwachung ohne Token.",
  group: "Gruppe: Ihre Monitore sind einzeln dabei.",
  heartbeat:
    "Heartbeat: Leg ihn am Hoster oder an der Website unter „Herzschlag“ an; er bekommt dort eine neue Adresse.",
  dns: "DNS: Domains überwacht das Portal von selbst, sobald sie angelegt sind.",
};

/** The sheets that a backup is read as: one for each type of record, and one of what is left out. */
export function toSheets(
  monitors: readonly Monitor[],
  others: readonly LeftOut[],
  program: MonitorProgram = "Uptime Kuma",
): Sheet[] {
  const websites = monitors.filter(({ type, url }) => websiteTypes.includes(type) && /^https?:\/\/./.test(url));
  const hosts = monitors.filter(({ type, hostname }) => hostTypes.includes(type) && hostname !== "");
  const pushes = monitors.filter(({ type, pushToken }) => type === "push" && /^[\w-]{10,100}$/.test(pushToken));
  const taken = new Set([...websites, ...hosts, ...pushes]);
  const leftOut = [
    ...monitors
      .filter((monitor) => !taken.has(monitor))
      .map(({ type, name }) => ({
        what: type || "Monitor",
        name,
        why: unknownTypes[type] ?? "Diese Art kennt das Portal nicht.",
      })),
    ...monitors
      .filter(({ hasSecrets }) => hasSecrets)
      .map(({ name }) => ({
        what: "Zugangsdaten",
        name,
        why: "Kopfzeilen, Inhalte und Passwörter von Anfragen werden nicht übernommen; trag sie unter Überwachung ein.",
      })),
    ...monitors
      .filter(({ isUpsideDown }) => isUpsideDown)
      .map(({ name }) => ({ what: "Umgekehrt", name, why: "Erreichbar als Fehler zu werten kennt das Portal nicht." })),
    ...others,
  ];
  const sheets: Sheet[] = [];
  if (websites.length > 0)
    sheets.push({ name: "Websites", rows: [websiteHeadings(program), ...websites.map(websiteRow)] });
  const hostRows = [...mergeHosts(hosts).map((host) => hostRow(host, program)), ...pushRows(pushes, program)];
  if (hostRows.length > 0) sheets.push({ name: "Hoster", rows: [hostHeadings(program), ...hostRows] });
  if (leftOut.length > 0)
    sheets.push({
      name: "Nicht übernommen",
      rows: [["Was", "Name", "Warum"], ...leftOut.map(({ what, name, why }) => [what, name, why])],
    });
  return sheets;
}

/** The headings by which the import knows its own sheets; the last column is what it sets up checks by. */
const checkHeading = (program: MonitorProgram) => `Prüfung (${program})`;
const websiteHeadings = (program: MonitorProgram): Cell[] => [
  "Name",
  "Adresse",
  "Kunde",
  "Tags",
  "Notizen",
  checkHeading(program),
];
const hostHeadings = (program: MonitorProgram): Cell[] => [
  "Name",
  "Hostname",
  "IP-Adressen",
  "Anbieter",
  "Tags",
  "Notizen",
  checkHeading(program),
];

/** A tag with a value, by which many of its users say whose a monitor is. */
const customerTag = /^(?:kunde|customer|client): */i;
/** A monitor is in no more windows, and on no more pages, than this. */
const maxWindows = 20;

function websiteRow(monitor: Monitor): Cell[] {
  const { name, url, description, windows = [], statusPages = [] } = monitor;
  const customer = monitor.tags.find((tag) => customerTag.test(tag));
  const tags = monitor.tags.filter((tag) => tag !== customer);
  const check = {
    ...websiteCheck(monitor),
    ...(windows.length > 0 && { maintenance: windows.slice(0, maxWindows) }),
    ...(statusPages.length > 0 && { statusPages: statusPages.slice(0, maxWindows) }),
  };
  return [name, url, customer?.replace(customerTag, "") ?? "", tags.join(", "), description, JSON.stringify(check)];
}

/** As much of a check's settings as the monitor says; what is as the portal has it anyway is left out. */
function websiteCheck(monitor: Monitor) {
  const { method, acceptedCodes, keyword, invertsKeyword, jsonPath, expectedValue, ignoresTls, maxRedirects } = monitor;
  const isJson = monitor.type === "json-query";
  return {
    ...commonCheck(monitor),
    http: {
      ...(["HEAD", "POST"].includes(method) && { method }),
      ...(acceptedCodes.length > 0 && { expectedCodes: acceptedCodes }),
      ...(monitor.type === "keyword" && keyword && (invertsKeyword ? { forbiddenKeyword: keyword } : { keyword })),
      ...(isJson && jsonPath && { jsonPath, jsonValue: expectedValue || null }),
      ...(maxRedirects === 0 && { followsRedirects: false }),
      ...(ignoresTls && { verifiesTls: false }),
    },
  };
}

function commonCheck({ isActive, intervalS, timeoutS }: Monitor) {
  return {
    isEnabled: isActive,
    ...(intervalS && { intervalS: Math.min(86_400, Math.max(30, Math.round(intervalS))) }),
    ...(timeoutS && { timeoutMs: Math.min(60_000, Math.max(1000, Math.round(timeoutS * 1000))) }),
  };
}

interface MergedHost {
  monitors: [Monitor, ...Monitor[]];
  ports: number[];
}

/** Several monitors of one host are one host with several ports. */
function mergeHosts(monitors: readonly Monitor[]): MergedHost[] {
  const byHost = Map.groupBy(monitors, ({ hostname }) => hostname.toLowerCase());
  return [...byHost.values()].flatMap((all) => {
    const [first, ...others] = all;
    if (!first) return [];
    const ports = [...new Set(all.flatMap(({ type, port }) => (type !== "ping" && port ? [port] : [])))];
    return [{ monitors: [first, ...others] as [Monitor, ...Monitor[]], ports: ports.slice(0, 20) }];
  });
}

function hostRow({ monitors, ports }: MergedHost, program: MonitorProgram): Cell[] {
  const [first] = monitors;
  const isIp = /^[\d.]+$|:/.test(first.hostname);
  const tags = [...new Set(monitors.flatMap((each) => each.tags))].join(", ");
  const notes = monitors.flatMap(({ description }) => description || []).join("\n");
  const windows = new Map(monitors.flatMap((each) => each.windows ?? []).map((window) => [window.key, window]));
  const check = {
    ...commonCheck(first),
    ...(ports.length > 0 && { ports }),
    ...(windows.size > 0 && { maintenance: [...windows.values()].slice(0, maxWindows) }),
  };
  const hostColumns = isIp ? ["", first.hostname] : [first.hostname, ""];
  return [first.name || first.hostname, ...hostColumns, `Aus ${program}`, tags, notes, JSON.stringify(check)];
}

/** A record has no more heartbeats than this. */
const maxPushes = 20;

/**
 * Pushes belong to nothing in other programs: they become heartbeats of hosts that stand for them. Their addresses stay
 * good, and what is kept of a token is its hash, as the portal keeps its own.
 */
function pushRows(pushes: readonly Monitor[], program: MonitorProgram): Cell[][] {
  const rows: Cell[][] = [];
  for (let start = 0; start < pushes.length; start += maxPushes) {
    const part = pushes.slice(start, start + maxPushes).map(({ name, intervalS, pushToken }) => ({
      label: (name || "Push").slice(0, 80),
      everySeconds: Math.min(40 * 86_400, Math.max(60, Math.round(intervalS ?? 60))),
      hint: pushToken.slice(0, 6),
      tokenHash: createHash("sha256").update(pushToken).digest("base64url"),
    }));
    const name = start === 0 ? `Pushes aus ${program}` : `Pushes aus ${program} ${start / maxPushes + 1}`;
    rows.push([name, "", "", `Aus ${program}`, "", "", JSON.stringify({ pushes: part })]);
  }
  return rows;
}

const maxText = 2000;
/** Text of another program, of a length that a field takes. */
export const asText = (value: unknown): string => (typeof value === "string" ? value.slice(0, maxText).trim() : "");
export const asNumber = (value: unknown): number | null => {
  const number =
    typeof value === "number" ? value : typeof value === "string" && value !== "" ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
};
export const asFlag = (value: unknown): boolean => value === true || value === 1 || value === 1n;

/** `["200-299","301"]`, whether it is a list already or still its text. */
export function asCodes(value: unknown): string[] {
  let list: unknown = value;
  if (typeof value === "string")
    try {
      list = JSON.parse(value);
    } catch {
      return [];
    }
  if (!Array.isArray(list)) return [];
  return list
    .filter((each): each is string => typeof each === "string" && /^[1-5]\d\d(-[1-5]\d\d)?$/.test(each))
    .slice(0, 20);
}
