import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Db } from "../../../server/db/connection.ts";

export interface Sites {
  port: number;
  stop(): void;
}

/** Servers of thousands of websites, in a process of their own. */
export async function startSites(): Promise<Sites> {
  const process = fork(path.join(import.meta.dirname, "targets.ts"));
  const [port] = (await once(process, "message")) as [number];
  return { port, stop: () => process.disconnect() };
}

/** Every target at an address of its own. */
export const loopbackOf = (index: number) => `127.0.${index >> 8}.${index & 255}`;

/**
 * Lets a portal look at these servers, which also tell whether it is its own connection that is gone. Pictures are not
 * taken: they would open a browser, which is no part of the checker.
 */
export async function letWatch(
  db: Db,
  { port }: Pick<Sites, "port">,
  more: { standardIntervalS?: number } = {},
): Promise<void> {
  const kept = { secretsJson: "{}", version: 1, updatedAt: new Date().toISOString(), updatedById: null };
  const monitoring = { takesPreviews: false, canaries: [`127.0.0.1:${port}`], ...more };
  await db
    .insertInto("settings")
    .values([
      { ...kept, section: "network", valuesJson: JSON.stringify({ allowedNetworks: ["127.0.0.0/8"] }) },
      { ...kept, section: "monitoring", valuesJson: JSON.stringify(monitoring) },
    ])
    .execute();
}
