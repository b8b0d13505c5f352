import type { RecordedChange, Tx } from "../../db/transact.ts";
import { refreshHostPhp } from "../end-of-life/host-php.ts";
import { refreshSoftware } from "./software.ts";

/** Works out how up to date a website or host is whenever somebody has changed it. */
export async function followSoftware(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  if (tx.isRehearsal) return;
  const changed = (type: string) => [
    ...new Set(changes.flatMap(({ subject }) => (subject.type === type ? [subject.id] : []))),
  ];
  const [websites, hosts] = [changed("website"), changed("host")];
  if (websites.length > 0) await refreshSoftware(tx, websites);
  if (hosts.length > 0) await refreshHostPhp(tx, hosts);
}
