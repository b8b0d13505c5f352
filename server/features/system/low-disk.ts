import { dayMs } from "../../../contract/time/durations.ts";
import { activeUsers } from "../../db/active-users.ts";
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
    const admins = await activeUsers(tx.db)
      .select("id")
      .where("role", "=", "admin")
      .where("joinedAt", "is not", null)
      .execute();
    for (const { id } of admins)
      await notify(tx, {
        forUserId: id,
        title: "Der Speicherplatz des Portals wird knapp",
        message: `Noch <b>${inMegabytes(freeBytes)}</b> von ${inMegabytes(totalBytes)} sind frei. Ist er voll, lässt sich nichts mehr speichern.`,
        category: "system",
        severity: "critical",
        link: "/settings/system",
        groupKey: "system.disk",
      });
    await announceToTeam(tx, {
      ...{ topicKey: "system.disk", state: "once", category: "system", severity: "critical" },
      title: "Der Speicherplatz des Portals wird knapp",
      text: `Noch ${inMegabytes(freeBytes)} von ${inMegabytes(totalBytes)} sind frei. Ist er voll, lässt sich nichts mehr speichern.`,
      ...{ link: "/settings/system", customerIds: [], toldUserIds: admins.map(({ id }) => id) },
    });
  });
  toldAt.set(db, now().getTime());
}

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024).toLocaleString("de-DE")} MB`;
