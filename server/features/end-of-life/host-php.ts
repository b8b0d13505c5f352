import { keysOf, parseOwnJson } from "../../../contract/narrowing.ts";
import { type PhpSupport, phpSupports } from "../../../contract/technologies/software.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { prepare } from "../../db/prepare.ts";
import type { Tx } from "../../db/transact.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import { judgePhp } from "./software-state.ts";

/** The worst comes first. */
const order = keysOf(phpSupports);

/** How long the PHP of a host is supported: of several versions that counts whose support ends first. */
export function judgeVersions(versions: readonly string[], today: string): PhpSupport | null {
  const found = new Set(versions.map((version) => judgePhp(version, today)));
  return order.find((support) => found.has(support)) ?? null;
}

/** Works out anew how long the PHP of hosts is supported; returns those for whom that has changed. */
export async function refreshHostPhp(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const today = portalDate(tx.now());
  const changed: string[] = [];
  for (const { id, phpVersions, phpSupport: was } of await selectHosts(tx.db, JSON.stringify(ids))) {
    const phpSupport = judgeVersions(parseOwnJson<string[]>(phpVersions), today);
    if (phpSupport === was) continue;
    await tx.db.updateTable("hosts").set({ phpSupport }).where("id", "=", id).execute();
    changed.push(id);
  }
  return changed;
}

const selectHosts = prepare((db, idsJson: string) =>
  db.selectFrom("hosts").select(["id", "phpVersions", "phpSupport"]).where("id", "in", idsIn(idsJson)),
);
