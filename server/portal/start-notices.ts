import type { Environment } from "../env.ts";
import { findUnreadableSecrets } from "../features/system/unreadable-secrets.ts";
import { readDiskSpace } from "../files/disk-space.ts";
import type { Services } from "../trpc/context.ts";

/** What a start goes on with, but should not hide from the person who runs the host. */
export async function findNotices(
  services: Services,
  { hadAccounts, admin }: { hadAccounts: boolean; admin: Environment["admin"] },
): Promise<string[]> {
  const { state, freeBytes } = await readDiskSpace(services.uploads.folder);
  const unreadable = await findUnreadableSecrets(services);
  return [
    ...(state === "full"
      ? [
          `Der Speicherplatz des Portals ist voll (noch ${Math.floor(freeBytes / 1024 / 1024)} MB frei): Es liest weiter, kann aber nichts speichern. Schaffe Platz auf dem Datenträger von DATA_DIR.`,
        ]
      : []),
    ...(unreadable.length > 0
      ? [
          `secrets.json ist eine andere als die, mit der versiegelt wurde. Nicht zu lesen: ${unreadable.join(", ")}. Stelle die Datei aus einer Sicherung wieder her oder gib die Geheimnisse in den Einstellungen neu ein.`,
        ]
      : []),
    ...(hadAccounts && admin ? ["ADMIN_EMAIL und ADMIN_PASSWORD werden nicht beachtet: Es gibt schon Konten."] : []),
  ];
}
