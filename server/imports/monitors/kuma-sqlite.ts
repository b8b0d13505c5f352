import Sqlite from "better-sqlite3";
import { UnreadableFile } from "../limits.ts";
import type { Sheet } from "../read-xlsx.ts";
import { type MonitorWindow, readMaintenance } from "./kuma-maintenance.ts";
import { asCodes, asFlag, asNumber, asText, type LeftOut, type Monitor, maxMonitors, toSheets } from "./monitors.ts";

type Row = Readonly<Record<string, unknown>>;

/** Where a database says by which version it is to be read: 2 stands for one with a log beside it. */
const versionBytes = [18, 19];

/**
 * The database of Uptime Kuma 2.x (and of 1.x), opened from memory and read only. It comes from a stranger: nothing in
 * its schema may run, so what has triggers, views, virtual tables or computed columns is refused before anything is read.
 */
export function readKumaSqlite(bytes: Uint8Array): Sheet[] {
  const copy = Buffer.from(bytes);
  // What stood in the log is not here; without this SQLite would look for it.
  for (const at of versionBytes) if (copy[at] === 2) copy[at] = 1;
  let db: Sqlite.Database | undefined;
  try {
    db = new Sqlite(copy, { readonly: true });
    db.pragma("trusted_schema = off");
    db.pragma("cell_size_check = on");
    db.pragma("query_only = on");
    refuseActive(db);
    return read(db);
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause;
    throw new UnreadableFile("Die Datei lässt sich nicht als Datenbank von Uptime Kuma lesen.", { cause });
  } finally {
    db?.close();
  }
}

/** SQLite writes tables and indexes down in its own words; what is written otherwise has been written by hand. */
function refuseActive(db: Sqlite.Database): void {
  const refused = db
    .prepare(
      `select count(*) from sqlite_schema where case type when 'table' then coalesce(sql, '') not like 'create table %'
        when 'index' then sql not like 'create index %' and sql not like 'create unique index %' else true end`,
    )
    .pluck()
    .get();
  if (Number(refused) > 0)
    throw new UnreadableFile(
      "Die Datenbank enthält Trigger, Sichten oder virtuelle Tabellen. Eine von Uptime Kuma hat keine.",
    );
}

/** The columns of a table that are stored; none where there is no such table. */
function columnsOf(db: Sqlite.Database, table: string): Set<string> {
  const rows = db
    .prepare<unknown[], { name: string; hidden: number }>("select name, hidden from pragma_table_xinfo(?)")
    .all(table);
  if (rows.some(({ hidden }) => hidden !== 0))
    throw new UnreadableFile("Die Datenbank enthält berechnete Spalten. Eine von Uptime Kuma hat keine.");
  return new Set(rows.map(({ name }) => name));
}

const wanted = [
  "id",
  "name",
  "type",
  "url",
  "hostname",
  "port",
  "active",
  "interval",
  "timeout",
  "method",
  "keyword",
  "accepted_statuscodes_json",
  "invert_keyword",
  "json_path",
  "expected_value",
  "ignore_tls",
  "maxredirects",
  "upside_down",
  "headers",
  "body",
  "basic_auth_user",
  "basic_auth_pass",
  "description",
  "push_token",
] as const;

/** Each value is cut where it is read: none may fill the memory. */
const maxValue = 4000;

function rowsOf(db: Sqlite.Database, table: string, names: readonly string[]): Row[] {
  const known = columnsOf(db, table);
  const columns = names.filter((name) => known.has(name));
  if (columns.length === 0) return [];
  const cut = columns.map(
    (name) => `case typeof("${name}") when 'integer' then "${name}" when 'real' then "${name}"
    when 'text' then substr("${name}", 1, ${maxValue}) end as "${name}"`,
  );
  const rows: Row[] = [];
  for (const row of db
    .prepare<unknown[], Row>(`select ${cut.join(", ")} from "${table}" limit ${maxMonitors + 1}`)
    .iterate())
    rows.push(row);
  if (rows.length > maxMonitors)
    throw new UnreadableFile(
      `Die Datenbank hat mehr als ${maxMonitors.toLocaleString("de-DE")} Einträge in „${table}“.`,
    );
  return rows;
}

function read(db: Sqlite.Database): Sheet[] {
  if (!columnsOf(db, "monitor").has("type"))
    throw new UnreadableFile("Das ist keine Datenbank von Uptime Kuma: Die Tabelle der Monitore fehlt.");
  const tagNames = new Map(rowsOf(db, "tag", ["id", "name"]).map(({ id, name }) => [id, asText(name)]));
  const tags = Map.groupBy(
    rowsOf(db, "monitor_tag", ["monitor_id", "tag_id", "value"]),
    ({ monitor_id }) => monitor_id,
  );
  const tagsOf = (id: unknown) =>
    (tags.get(id) ?? []).flatMap(
      ({ tag_id, value }) => [tagNames.get(tag_id) ?? "", asText(value)].filter(Boolean).join(": ") || [],
    );
  const named = (table: string, column: string, what: string, why: string): LeftOut[] =>
    rowsOf(db, table, [column]).map((row) => ({ what, name: asText(row[column]), why }));
  const maintenance = readWindows(db);
  const pages = readPages(db);
  return toSheets(
    rowsOf(db, "monitor", wanted).map((row) => ({
      ...monitorOf(row, tagsOf(row.id)),
      windows: maintenance.of.get(row.id) ?? [],
      statusPages: pages.of.get(row.id) ?? [],
    })),
    [
      ...maintenance.leftOut,
      ...pages.leftOut,
      ...named("notification", "name", "Benachrichtigung", "Wohin gemeldet wird, steht im Portal unter Kanäle."),
      ...named("proxy", "host", "Proxy", "Proxys kennt das Portal nicht."),
    ],
  );
}

const maintenanceColumns = [
  "id",
  "title",
  "active",
  "strategy",
  "start_date",
  "end_date",
  "start_time",
  "end_time",
  "weekdays",
  "days_of_month",
  "interval_day",
  "timezone",
] as const;

/** What stands for each monitor, and what stands for none. */
interface ByMonitor<Value> {
  of: ReadonlyMap<unknown, Value[]>;
  leftOut: LeftOut[];
}

function readWindows(db: Sqlite.Database): ByMonitor<MonitorWindow> {
  const covered = Map.groupBy(
    rowsOf(db, "monitor_maintenance", ["monitor_id", "maintenance_id"]),
    (row) => row.maintenance_id,
  );
  const of = new Map<unknown, MonitorWindow[]>();
  const leftOut: LeftOut[] = [];
  for (const row of rowsOf(db, "maintenance", maintenanceColumns)) {
    const monitors = covered.get(row.id) ?? [];
    const window = monitors.length > 0 ? readMaintenance(row) : "Sie betrifft keinen Monitor.";
    if (typeof window === "string") leftOut.push({ what: "Wartung", name: asText(row.title), why: window });
    else for (const { monitor_id } of monitors) of.set(monitor_id, [...(of.get(monitor_id) ?? []), window]);
  }
  return { of, leftOut };
}

/** The portal keeps a page for one customer: what none of its websites says of that is left to people. */
function readPages(db: Sqlite.Database): ByMonitor<string> {
  const groups = new Map(rowsOf(db, "group", ["id", "status_page_id"]).map((row) => [row.id, row.status_page_id]));
  const shown = Map.groupBy(rowsOf(db, "monitor_group", ["monitor_id", "group_id"]), ({ group_id }) =>
    groups.get(group_id),
  );
  const of = new Map<unknown, string[]>();
  const leftOut: LeftOut[] = [];
  for (const { id, title } of rowsOf(db, "status_page", ["id", "title"])) {
    const name = asText(title).slice(0, 80) || "Statusseite";
    const monitors = shown.get(id) ?? [];
    if (monitors.length === 0) leftOut.push({ what: "Statusseite", name, why: "Auf ihr steht kein Monitor." });
    for (const { monitor_id } of monitors) of.set(monitor_id, [...(of.get(monitor_id) ?? []), name]);
  }
  return { of, leftOut };
}

const monitorOf = (row: Row, tags: string[]): Monitor => ({
  name: asText(row.name),
  type: asText(row.type),
  url: asText(row.url),
  hostname: asText(row.hostname),
  tags,
  port: asNumber(row.port),
  isActive: asFlag(row.active),
  method: asText(row.method).toUpperCase(),
  intervalS: asNumber(row.interval),
  timeoutS: asNumber(row.timeout),
  acceptedCodes: asCodes(row.accepted_statuscodes_json),
  keyword: asText(row.keyword),
  invertsKeyword: asFlag(row.invert_keyword),
  jsonPath: asText(row.json_path),
  expectedValue: asText(row.expected_value),
  ignoresTls: asFlag(row.ignore_tls),
  maxRedirects: asNumber(row.maxredirects),
  isUpsideDown: asFlag(row.upside_down),
  hasSecrets: [row.headers, row.body, row.basic_auth_user, row.basic_auth_pass].some((value) => asText(value) !== ""),
  description: asText(row.description),
  pushToken: asText(row.push_token),
});
