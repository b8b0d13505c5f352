import Sqlite from "better-sqlite3";
import { UnreadableFile } from "../limits.ts";
import type { Sheet } from "../read-xlsx.ts";
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

function refuseActive(db: Sqlite.Database): void {
  const refused = db
    .prepare("select count(*) from sqlite_schema where type not in ('table', 'index') or sql like 'create virtual%'")
    .pluck()
    .get();
  if (Number(refused) > 0)
    throw new UnreadableFile(
      "Die Datenbank enthält Trigger, Sichten oder virtuelle Tabellen. Eine von Uptime Kuma hat keine.",
    );
}

/** The columns of a table that are stored; none where there is no such table. */
function columnsOf(db: Sqlite.Database, table: string): Set<string> {
  const rows = db.prepare("select name, hidden from pragma_table_xinfo(?)").all(table) as {
    name: string;
    hidden: number;
  }[];
  if (rows.some(({ hidden }) => hidden !== 0))
    throw new UnreadableFile("Die Datenbank enthält berechnete Spalten. Eine von Uptime Kuma hat keine.");
  return new Set(rows.map(({ name }) => name));
}

const wanted = [
  ...["id", "name", "type", "url", "hostname", "port", "active", "interval", "timeout", "method", "keyword"],
  ...["accepted_statuscodes_json", "invert_keyword", "json_path", "expected_value", "ignore_tls", "maxredirects"],
  ...["upside_down", "headers", "body", "basic_auth_user", "basic_auth_pass", "description", "push_token"],
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
  for (const row of db.prepare(`select ${cut.join(", ")} from "${table}" limit ${maxMonitors + 1}`).iterate())
    rows.push(row as Row);
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
  return toSheets(
    rowsOf(db, "monitor", wanted).map((row) => monitorOf(row, tagsOf(row.id))),
    [
      ...named("maintenance", "title", "Wartung", "Wartungsfenster legst du im Portal neu an; es rechnet sie anders."),
      ...named("status_page", "title", "Statusseite", "Statusseiten richtest du im Portal je Kunde ein."),
      ...named("notification", "name", "Benachrichtigung", "Wohin gemeldet wird, steht im Portal unter Kanäle."),
      ...named("proxy", "host", "Proxy", "Proxys kennt das Portal nicht."),
    ],
  );
}

const monitorOf = (row: Row, tags: string[]): Monitor => ({
  ...{ name: asText(row.name), type: asText(row.type), url: asText(row.url), hostname: asText(row.hostname), tags },
  ...{ port: asNumber(row.port), isActive: asFlag(row.active), method: asText(row.method).toUpperCase() },
  ...{ intervalS: asNumber(row.interval), timeoutS: asNumber(row.timeout) },
  ...{ acceptedCodes: asCodes(row.accepted_statuscodes_json) },
  ...{ keyword: asText(row.keyword), invertsKeyword: asFlag(row.invert_keyword) },
  ...{ jsonPath: asText(row.json_path), expectedValue: asText(row.expected_value) },
  ...{
    ignoresTls: asFlag(row.ignore_tls),
    maxRedirects: asNumber(row.maxredirects),
    isUpsideDown: asFlag(row.upside_down),
  },
  hasSecrets: [row.headers, row.body, row.basic_auth_user, row.basic_auth_pass].some((value) => asText(value) !== ""),
  ...{ description: asText(row.description), pushToken: asText(row.push_token) },
});
