import type { Announcement } from "../../contract/channels/announcements.ts";
import type { Tx } from "../db/transact.ts";

type Listener = (tx: Tx, announcement: Announcement) => Promise<void>;
const listeners = new Set<Listener>();

/** Has everything that is announced to the team told to this, inside the transaction that it happens in. */
export function onAnnouncements(listener: Listener): void {
  listeners.add(listener);
}

/**
 * Tells the team of something, through whatever channels it has set up rules for. It leaves after the commit, and not at
 * all where the transaction fails. Notifications of single persons are `notify`.
 */
export async function announceToTeam(tx: Tx, announcement: Announcement): Promise<void> {
  for (const listen of listeners) await listen(tx, announcement);
}
