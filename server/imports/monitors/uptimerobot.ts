import type { Cell } from "../../../contract/imports/imports.ts";
import type { Sheet } from "../read-xlsx.ts";
import { asNumber, type Monitor, maxMonitors, toSheets } from "./monitors.ts";

/** The columns of the list that UptimeRobot exports and takes back in, by each of their spellings. */
const headings = {
  name: ["friendly name"],
  url: ["url/ip", "url (or ip)", "url"],
  type: ["type", "monitor type"],
  interval: ["interval", "monitoring interval"],
  status: ["status"],
  keywordType: ["keyword type"],
  keyword: ["keyword value"],
  port: ["port"],
  method: ["http method"],
  tags: ["tags"],
} as const;
type Column = keyof typeof headings;

const needed = ["name", "url", "type", "interval"] as const;

const keyOf = (cell: Cell | undefined) =>
  String(cell ?? "")
    .trim()
    .toLowerCase();

/** Says whether these are the headings of a list of UptimeRobot. */
export function isUptimeRobot(row: readonly Cell[]): boolean {
  const found = new Set(row.map(keyOf));
  return needed.every((column) => headings[column].some((heading) => found.has(heading)));
}

/** A list of UptimeRobot as the sheets of records that its monitors become; the first row has its headings. */
export function readUptimeRobot([first = [], ...rows]: readonly (readonly Cell[])[]): Sheet[] {
  const found = first.map(keyOf);
  const at = (column: Column) => found.findIndex((name) => headings[column].some((heading) => heading === name));
  const monitors = rows.slice(0, maxMonitors).map((row) => {
    const cell = (column: Column) => String(row[at(column)] ?? "").trim();
    return monitorOf(cell);
  });
  return toSheets(monitors, [], "UptimeRobot");
}

/** By the words of its lists and the numbers of its API. */
const types: readonly (readonly [type: string, begins: readonly string[]])[] = [
  ["http", ["http", "api", "1"]],
  ["keyword", ["keyword", "2"]],
  ["ping", ["ping", "3"]],
  ["port", ["port", "4"]],
  ["heartbeat", ["heartbeat", "5"]],
  ["dns", ["dns"]],
];

function monitorOf(cell: (column: Column) => string): Monitor {
  const said = cell("type");
  const type = types.find(([, begins]) => begins.some((begin) => said.toLowerCase().startsWith(begin)))?.[0] ?? said;
  const url = cell("url");
  const keywordType = cell("keywordType").toLowerCase();
  return {
    name: cell("name"),
    type,
    url,
    hostname: URL.canParse(url) ? new URL(url).hostname : url,
    port: asNumber(/\d+/.exec(cell("port"))?.[0]),
    isActive: !/^(?:paused|0)$/i.test(cell("status")),
    intervalS: secondsOf(asNumber(cell("interval"))),
    timeoutS: null,
    method: cell("method").toUpperCase(),
    acceptedCodes: [],
    keyword: cell("keyword"),
    // It names what it alerts of: a keyword that „exists“ must not be there.
    invertsKeyword: keywordType !== "" && keywordType !== "2" && !keywordType.includes("not"),
    jsonPath: "",
    expectedValue: "",
    ignoresTls: false,
    maxRedirects: null,
    isUpsideDown: false,
    hasSecrets: false,
    description: "",
    tags: cell("tags")
      .split(/[,;|]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
    pushToken: "",
  };
}

const quickestS = 30;

/** It looks every 30 seconds at most: smaller numbers are the minutes of older lists. */
function secondsOf(interval: number | null): number | null {
  return interval !== null && interval > 0 && interval < quickestS ? interval * 60 : interval;
}
