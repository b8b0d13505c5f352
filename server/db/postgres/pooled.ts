/** How long a session may take to open or to answer. */
const limitMs = 5000;
/** Whoever uses the pooler beside these sessions gets a connection in between, so one look says little. */
const looks = 10;

/**
 * Whether a session changes its process at the server or shares it with another, as behind a pooler that gives each
 * transaction any of its connections: what is locked or set for a session would be somebody else's a moment later.
 */
export async function isPooled(url: string): Promise<boolean> {
  const { default: pg } = await import("pg");
  const open = () => new pg.Client({ connectionString: url, connectionTimeoutMillis: limitMs, query_timeout: limitMs });
  const sessions = [open(), open()];
  const seen = sessions.map(() => new Set<number>());
  try {
    for (const session of sessions) {
      session.on("error", () => undefined);
      await session.connect();
    }
    for (let look = 0; look < looks; look += 1)
      for (const [index, session] of sessions.entries()) {
        const { rows } = await session.query<{ pid: number }>("select pg_backend_pid() as pid");
        for (const { pid } of rows) seen[index]?.add(pid);
      }
  } finally {
    for (const session of sessions) await session.end().catch(() => undefined);
  }
  const all = seen.flatMap((processes) => [...processes]);
  return all.length > sessions.length || new Set(all).size < all.length;
}
