import { dayMs } from "../../../contract/time/durations.ts";
import { formatByteCount } from "../../../contract/values/byte-units.ts";
import { listAdmins } from "../../db/active-users.ts";
import { systemContext, transact } from "../../db/transact.ts";
import { readDiskSpace } from "../../files/disk-space.ts";
import { announceToTeam } from "../../notifications/announce.ts";
import { notify } from "../../notifications/notify.ts";
import type { Services } from "../../trpc/context.ts";

const againMs = dayMs;
const toldAt = new WeakMap<object, number>();

/** Tells the admins once a day that the disk fills up, while there is still space to write it down. */
export async function tellLowDisk({ db, now, live, uploads }: Pick<Services, "db" | "now" | "live" | "uploads">) {
  const { state, freeBytes, totalBytes } = await readDiskSpace(uploads.folder);
  if (state === "ok") return toldAt.delete(db);
  if (Math.abs(now().getTime() - (toldAt.get(db) ?? 0)) < againMs) return;
  await transact(systemContext({ db, now, live }), async (tx) => {
    const admins = await listAdmins(tx.db);
    for (const { id } of admins)
      await notify(tx, {
        forUserId: id,
        title: "Der Speicherplatz des Portals wird knapp",
        message: `Noch <b>${formatByteCount(freeBytes)}</b> von ${formatByteCount(totalBytes)} sind frei. Ist er voll, lässt sich nichts mehr speichern.`,
        category: "system",
        severity: "critical",
        link: "/settings/system",
        groupKey: "system.disk",
      });
    await announceToTeam(tx, {
      topicKey: "system.disk",
      state: "once",
      category: "system",
      severity: "critical",
      title: "Der Speicherplatz des Portals wird knapp",
      text: `Noch ${formatByteCount(freeBytes)} von ${formatByteCount(totalBytes)} sind frei. Ist er voll, lässt sich nichts mehr speichern.`,
      link: "/settings/system",
      customerIds: [],
      toldUserIds: admins.map(({ id }) => id),
    });
  });
  toldAt.set(db, now().getTime());
}
