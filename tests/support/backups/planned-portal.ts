import Sqlite from "better-sqlite3";
import type { TakeOver } from "../../../server/backup/runner.ts";
import { openPortalData, type PortalData } from "../../../server/cli/portal-data.ts";
import { databaseFile } from "../../../server/db/connection.ts";
import { claimRun } from "../../../server/features/backups/claims.ts";
import { type RunResult, runClaimed } from "../../../server/features/backups/run.ts";

/** Keeps settings in a data folder, as an admin has saved them; local addresses may be reached. */
export function planBackups(dataDir: string, values: Record<string, unknown>): void {
  const sqlite = new Sqlite(databaseFile(dataDir));
  const keep = sqlite.prepare(
    `insert into settings (section, values_json, secrets_json, version, updated_at) values (?, ?, '{}', 1, '2026-11-20T09:00:00.000Z')
     on conflict (section) do update set values_json = excluded.values_json`,
  );
  keep.run("backup", JSON.stringify(values));
  keep.run("network", JSON.stringify({ allowedNetworks: ["127.0.0.0/8"] }));
  sqlite.close();
}

/** The data of a portal by a clock that the test sets, and its runs as the portal makes them. */
export async function openPlanned(dataDir: string, start: string) {
  let time = Date.parse(start);
  const data = await openPortalData({ variables: { DATA_DIR: dataDir } });
  const portal: PortalData = { ...data, now: () => new Date(time) };
  return {
    portal,
    advance: (ms: number) => {
      time += ms;
    },
    async run(kind: "backup" | "test" = "backup", takesOver?: TakeOver): Promise<RunResult> {
      const id = (await claimRun(portal.db, kind, portal.now())) ?? "";
      return runClaimed(portal, { id, kind, takesOver, signal: new AbortController().signal });
    },
  };
}
