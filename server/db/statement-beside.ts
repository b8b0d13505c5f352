/** Where the database of a running portal lies. */
export type PlaceBeside = { file: string } | { url: string };

const answerMs = 30_000;

/**
 * One statement that writes to the database of a running portal from a thread with little memory: of all that opens the
 * database, only the driver that is needed is loaded. Its parameters are `?`, in the order of the values.
 */
export async function prepareBeside(place: PlaceBeside, sql: string): Promise<(...values: string[]) => Promise<void>> {
  if ("file" in place) {
    const { default: Sqlite } = await import("better-sqlite3");
    const sqlite = new Sqlite(place.file, { fileMustExist: true });
    sqlite.pragma("synchronous = NORMAL");
    sqlite.pragma("busy_timeout = 500");
    sqlite.pragma("cache_size = -256");
    // Emptying the log is for whoever works with the database.
    sqlite.pragma("wal_autocheckpoint = 0");
    const statement = sqlite.prepare(sql);
    return async (...values) => void statement.run(...values);
  }
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: place.url,
    max: 1,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    application_name: "techcenter",
  });
  // The next call opens another connection.
  pool.on("error", () => undefined);
  let parameters = 0;
  const text = sql.replaceAll("?", () => `$${++parameters}`);
  return async (...values) => void (await pool.query(text, values));
}
