import type { Db } from "../../db/connection.ts";
import type { Log } from "../../log.ts";
import type { SocketGate } from "./socket-gate.ts";

const lookEveryMs = 1000;

/**
 * Closes the sockets of sessions that have ended elsewhere, such as by a command on the host: requests read their session
 * each time, open sockets would not notice.
 */
export function endLostSessions(
  { db, log }: { db: Db; log: Log },
  sockets: Pick<SocketGate, "openSessions" | "closeSession">,
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const look = async () => {
    const open = sockets.openSessions();
    if (open.length === 0) return;
    const rows = await db.selectFrom("sessions").select("id").where("id", "in", open).execute();
    const alive = new Set(rows.map(({ id }) => id));
    for (const id of open) if (!alive.has(id)) sockets.closeSession(id);
  };
  const timer = setInterval(() => {
    running ??= look()
      .catch((err: unknown) => log.error({ err }, "open sockets could not be compared with sessions"))
      .finally(() => {
        running = undefined;
      });
  }, lookEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
