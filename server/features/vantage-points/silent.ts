import { escapeHtml } from "../../../contract/document/html.ts";
import { maxResultAgeMs } from "../../../contract/vantage-points/agent-protocol.ts";
import { silenceText } from "../../../contract/vantage-points/silence-text.ts";
import { silentAfterMs } from "../../../contract/vantage-points/vantage-points.ts";
import type { Services } from "../../trpc/context.ts";
import { tellAdmins } from "../system/tell-admins.ts";

type Needed = Pick<Services, "db" | "now" | "live">;

/** Since when this process could have heard of agents: what was silent before may have had nobody to report to. */
const listensSince = new WeakMap<object, number>();

/** Tells the admins once of each vantage point that does not report any more, and forgets runs whose results are too old. */
export async function tellSilentPoints(services: Needed): Promise<void> {
  const { db, now } = services;
  const at = now().getTime();
  await db
    .deleteFrom("vantageRuns")
    .where("seenAt", "<", new Date(at - 2 * maxResultAgeMs).toISOString())
    .execute();
  const since = listensSince.get(db) ?? at;
  listensSince.set(db, since);
  if (at - since <= silentAfterMs) return;
  const limit = new Date(at - silentAfterMs).toISOString();
  await db
    .updateTable("vantagePoints")
    .set({ silenceToldAt: null })
    .where("silenceToldAt", "is not", null)
    .where("lastAt", ">=", limit)
    .execute();
  const silent = await db
    .selectFrom("vantagePoints")
    .select(["id", "name", "lastAt"])
    .where("lastAt", "<", limit)
    .where("tokenHash", "is not", null)
    .where("silenceToldAt", "is", null)
    .execute();
  for (const { id, name, lastAt } of silent) {
    const rest = `${silenceText(new Date(lastAt ?? at))}. Was von dort aus geprüft wird, beurteilen so lange die übrigen Messpunkte.`;
    await tellAdmins(services, {
      key: `vantagePoint.${id}`,
      title: `Messpunkt ${name} meldet sich nicht`,
      message: `Messpunkt <b>${escapeHtml(name)}</b> ${rest}`,
      text: `Messpunkt ${name} ${rest}`,
    });
    await db
      .updateTable("vantagePoints")
      .set({ silenceToldAt: new Date(at).toISOString() })
      .where("id", "=", id)
      .execute();
  }
}
