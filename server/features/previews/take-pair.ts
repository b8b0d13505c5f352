import { VisitProblem } from "../../browser/browser-problem.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { type StoredPicture, storePicture } from "./keep-picture.ts";

/** For one picture. */
const deadlineMs = 25_000;

export interface PicturePair {
  desktop: StoredPicture;
  mobile: StoredPicture | undefined;
}

/** Looks at a page as a desktop and a phone show it. Throws VisitProblem where there is no picture, and BrowserOff. */
export async function takePair(
  services: Pick<Services, "db" | "browser" | "uploads">,
  url: string,
): Promise<PicturePair> {
  const { allowedNetworks } = await readSettings(services.db, "network");
  const terms = { allowedNetworks, deadlineMs };
  // Side by side where the browser has memory for it; otherwise they wait for each other there.
  const [shot, phone] = await Promise.all([
    services.browser.visit("picture", { url, device: "desktop" }, terms),
    services.browser.visit("picture", { url, device: "mobile" }, terms).catch((error) => {
      // One picture is better than none; the next run tries the other one again.
      if (error instanceof VisitProblem) return undefined;
      throw error;
    }),
  ]);
  const desktop = await storePicture(services, shot.webp);
  return { desktop, mobile: phone && (await storePicture(services, phone.webp)) };
}
