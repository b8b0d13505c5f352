import type { PortAnswer } from "../../contract/addresses/addresses.ts";
import { parseOwnJson } from "../../contract/narrowing.ts";
import { dayMs } from "../../contract/time/durations.ts";
import { deriveLookups } from "../../server/features/lookups/derive.ts";
import { updateRecord } from "../../server/records/commands.ts";
import { storeOf } from "../../server/records/registry.ts";
import type { Cast } from "./cast.ts";
import { technician } from "./scenery.ts";
import type { Stage } from "./stage.ts";

/** A server whose open ports are looked for once a week: its panel answers there, and a database that nobody should reach. */
export async function rememberPorts(stage: Stage, { patched: { id } }: Cast): Promise<void> {
  const { services, present } = stage;
  const { db } = services;
  const host = await db.selectFrom("hosts").select(["version", "ips"]).where("id", "=", id).executeTakeFirstOrThrow();
  const [ip] = parseOwnJson<string[]>(host.ips);
  if (!ip) return;
  const body = { scansPorts: true };
  await updateRecord(storeOf("host"), stage.as(technician), { params: { id }, body, version: host.version });
  await deriveLookups(services, ["ports"]);
  const answer: PortAnswer = {
    open: [
      { ip, port: 3306 },
      { ip, port: 8443, panel: { name: "Plesk", version: "18.0.52" } },
    ],
  };
  const at = new Date(present.getTime() - dayMs).toISOString();
  const dueAt = new Date(present.getTime() + 6 * dayMs).toISOString();
  await db
    .updateTable("lookups")
    .set({ triedAt: at, answeredAt: at, dueAt, answerJson: JSON.stringify(answer) })
    .where("kind", "=", "ports")
    .where("targetId", "=", id)
    .execute();
}
