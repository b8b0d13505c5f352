import type { Environment } from "../env.ts";
import { diskTexts, tightestOf } from "../files/disk-space.ts";
import { findUnreadableSecrets } from "../settings/unreadable-secrets.ts";
import type { Services } from "../trpc/context.ts";

/** What a start goes on with, but should not hide from the person who runs the host. */
export async function findNotices(
  services: Services,
  { hadAccounts, admin }: { hadAccounts: boolean; admin: Environment["admin"] },
): Promise<string[]> {
  const { state, of, freeBytes } = tightestOf(await services.disks.read());
  const free = `noch ${Math.floor(freeBytes / 1024 / 1024)} MB frei`;
  const consequences = {
    data: `Der Speicherplatz des Portals ist voll (${free}): Es liest weiter, kann aber nichts speichern.`,
    uploads: `Der Speicherplatz für Dateien ist voll (${free}): Hochladen lässt sich nichts.`,
  };
  const unreadable = await findUnreadableSecrets(services);
  return [
    ...(state === "full" ? [`${consequences[of]} Schaffe Platz auf dem Datenträger von ${diskTexts[of].folder}.`] : []),
    ...(unreadable.length > 0
      ? [
          `secrets.json ist eine andere als die, mit der versiegelt wurde. Nicht zu lesen: ${unreadable.join(", ")}. Stelle die Datei aus einer Sicherung wieder her oder gib die Geheimnisse in den Einstellungen neu ein.`,
        ]
      : []),
    ...(hadAccounts && admin ? ["ADMIN_EMAIL und ADMIN_PASSWORD werden nicht beachtet: Es gibt schon Konten."] : []),
  ];
}
