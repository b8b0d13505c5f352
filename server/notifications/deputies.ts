import { escapeHtml } from "../../contract/document/html.ts";
import { isAway } from "../../contract/notifications/notification-preferences.ts";
import type { Db } from "../db/connection.ts";
import { isReadable } from "../records/readable.ts";
import { recordAt } from "../records/record-at.ts";
import type { NewNotification } from "./notify.ts";
import { type Reachable, reachable } from "./preferences.ts";

/**
 * Who acts for somebody who is away: the deputy, or whoever stands in for a deputy who is away as well. Nobody where
 * that leads to a person who has left or back to where it began.
 */
export async function standInFor(db: Db, absent: Reachable, now: Date): Promise<Reachable | undefined> {
  const passed = new Set([absent.id]);
  let next = absent.preferences.deputyId;
  while (next && !passed.has(next)) {
    const candidate = await reachable(db, next);
    if (!candidate || !isAway(candidate.preferences, now)) return candidate;
    passed.add(next);
    next = candidate.preferences.deputyId;
  }
  return undefined;
}

/** What a deputy is told in place of somebody; undefined where it is about what the deputy may not read. */
export async function onBehalfOf(
  db: Db,
  absent: Reachable,
  deputy: Reachable,
  notification: NewNotification,
): Promise<NewNotification | undefined> {
  const { link, groupKey, message, asksForAction: _, ...rest } = notification;
  const record = link === undefined ? undefined : recordAt(new URL(link, "https://portal.invalid").pathname);
  if (record && !(await isReadable(db, record, deputy))) return undefined;
  const account = `/users/${absent.id}`;
  return {
    ...rest,
    forUserId: deputy.id,
    message: `<strong>In Vertretung für ${escapeHtml(absent.name)}</strong><br>${message}`,
    // Most of an account is for its person alone.
    ...(link !== undefined && { link: link.startsWith(`${account}/`) ? account : link }),
    ...(groupKey !== undefined && { groupKey: `for:${absent.id}:${groupKey}` }),
  };
}
