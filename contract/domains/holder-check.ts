import { dayMs } from "../time/durations.ts";
import { addDays } from "../time/today.ts";
import { registrableDomain } from "../values/domain-name.ts";

export interface HolderCheckTimes {
  confirmDays: number;
  quarantineDays: number;
}

/** What happens when a holder does not confirm, day by day. */
export interface HolderCountdown {
  /** The last day to confirm. */
  confirmBy: string;
  /** From the day after it on the domain is switched off; on this day it is deleted, without a redemption period. */
  deletedOn: string;
  phase: "confirm" | "quarantine" | "deleted";
  daysLeft: number;
}

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Where a domain stands whose holder was asked to confirm. */
export function holderCountdown(
  confirmBy: string,
  today: string,
  { quarantineDays }: HolderCheckTimes,
): HolderCountdown {
  const deletedOn = addDays(confirmBy, quarantineDays);
  const phase = today <= confirmBy ? "confirm" : today < deletedOn ? "quarantine" : "deleted";
  const until = phase === "confirm" ? confirmBy : deletedOn;
  return { confirmBy, deletedOn, phase, daysLeft: Math.max(0, daysBetween(today, until)) };
}

/** Whether an address would be gone together with the domain that it is to save. */
export function diesWithDomain(email: string, domain: string): boolean {
  const host = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  const own = registrableDomain(domain);
  return own !== undefined && registrableDomain(host) === own;
}
