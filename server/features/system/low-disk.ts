import { dayMs } from "../../../contract/time/durations.ts";
import { formatByteCount } from "../../../contract/values/byte-units.ts";
import { diskTexts, tightestOf } from "../../files/disk-space.ts";
import type { Services } from "../../trpc/context.ts";
import { tellAdmins } from "./tell-admins.ts";

const againMs = dayMs;
const toldAt = new WeakMap<object, number>();

/** Tells the admins once a day that the disk fills up, while there is still space to write it down. */
export async function tellLowDisk(services: Pick<Services, "db" | "nodes" | "now" | "live" | "disks">) {
  const { nodes, now, disks } = services;
  const { state, of, freeBytes, totalBytes } = tightestOf(await disks.read());
  if (state === "ok" || state === "unknown") return toldAt.delete(nodes);
  if (Math.abs(now().getTime() - (toldAt.get(nodes) ?? 0)) < againMs) return;
  const [free, total] = [formatByteCount(freeBytes), formatByteCount(totalBytes)];
  const { folder, whenFull } = diskTexts[of];
  const consequence = `von ${total} sind auf dem Datenträger von ${folder} frei. Ist er voll, ${whenFull}.`;
  await tellAdmins(services, {
    key: nodes.isShared ? `system.disk:${nodes.name}` : "system.disk",
    title: nodes.isShared
      ? `Der Speicherplatz des Knotens „${nodes.name}“ wird knapp`
      : "Der Speicherplatz des Portals wird knapp",
    message: `Noch <b>${free}</b> ${consequence}`,
    text: `Noch ${free} ${consequence}`,
  });
  toldAt.set(nodes, now().getTime());
}
