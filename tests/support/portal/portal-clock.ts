import { portalDate } from "../../../contract/time/today.ts";
import type { TestPortal } from "./portal.ts";

/**
 * Sets the clock of a portal that has just been started to noon of this day, from where it goes on: no test of what is due
 * today sees the day end. Returns the portal's own time.
 */
export function setToNoon({ portal }: TestPortal): () => Date {
  const aheadMs = new Date(`${portalDate(new Date())}T11:00:00Z`).getTime() - Date.now();
  const now = () => new Date(Date.now() + aheadMs);
  portal.services.now = now;
  return now;
}
