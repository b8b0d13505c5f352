import { portalDate } from "../../../contract/time/today.ts";

/**
 * The portal's time as the page brought it along, and when this computer's clock read it. On the server the pages of all
 * people share it, since each of them sets the same clock.
 */
let page: { moment: number; readAt: number } | undefined;
let isHydrating = !import.meta.env.SSR;

/** Sets the clock by the portal's own; the same moment once more changes nothing. */
export function setPageMoment(moment: Date): void {
  if (page?.moment !== moment.getTime()) page = { moment: moment.getTime(), readAt: Date.now() };
}

/** From here on time goes on; until then a page is hydrated at the moment at which it was rendered. */
export function endHydration(): void {
  isHydrating = false;
}

/**
 * What time it is at the portal, whatever this computer's clock says: what is overdue, due today or „Gestern“ reads the
 * same in the page as it arrives, after its scripts run, and for everybody. By this computer's clock where no page has
 * said it.
 */
export function portalNow(): Date {
  if (!page) return new Date();
  return new Date(isHydrating ? page.moment : page.moment + Date.now() - page.readAt);
}

/** Today at the portal, as `YYYY-MM-DD`. */
export function portalToday(): string {
  return portalDate(portalNow());
}
