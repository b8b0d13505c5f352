import { calendarOf } from "../../../contract/notifications/notification-preferences.ts";
import type { Role } from "../../../contract/roles.ts";
import type { WorkCalendar } from "../../../contract/time/work-calendar.ts";
import { activeUsers, fallbackAmong } from "../../db/active-users.ts";
import { toPreferences } from "../../notifications/preferences.ts";
import type { Queryable } from "../../search/run.ts";

export interface Recipient {
  id: string;
  role: Role;
  /** On which days they work. */
  calendar: WorkCalendar;
}

/** What decides on whom a deadline's reminder reaches. */
export interface Concern {
  kind: string;
  responsibleUserId: string | null;
  concernedUserId: string | null;
  /** Everybody with this role is asked, where no single person is. */
  group: string | null;
  /** Who takes care of it: nobody else is reminded. */
  claimedBy: string | null;
}

/** Everybody who can be reminded, and who is when nobody is responsible. */
export interface Team {
  byId: ReadonlyMap<string, Recipient>;
  fallback: readonly Recipient[];
  /** The calendars that they work by, each once. */
  calendars: readonly WorkCalendar[];
}

export async function readTeam(db: Queryable): Promise<Team> {
  const rows = await activeUsers(db)
    .leftJoin("notificationPreferences", "notificationPreferences.userId", "users.id")
    .select(["users.id", "users.role", "notificationPreferences.valuesJson"])
    .where("users.joinedAt", "is not", null)
    .execute();
  const calendars = new Map<string, WorkCalendar>();
  const people = rows.map(({ valuesJson, ...person }): Recipient => {
    const own = calendarOf(toPreferences(valuesJson));
    const key = [...own.workingDays].sort().join();
    const calendar = calendars.get(key) ?? own;
    calendars.set(key, calendar);
    return { ...person, calendar };
  });
  const byId = new Map(people.map((person) => [person.id, person]));
  return { byId, fallback: fallbackAmong(people), calendars: [...calendars.values()] };
}

/** Until so many days after it whoever has a thing is asked for it; after that who is responsible, whom it concerns. */
const holderUntil = -1;

/**
 * Whom a reminder reaches: who takes care of it, else who has the thing or is responsible, else the group that was
 * asked or whoever has noted it for themself, else the maintainers.
 */
export function recipientsOf(concern: Concern, lead: number, { byId, fallback }: Team): readonly Recipient[] {
  const known = (id: string | null) => (id === null ? undefined : byId.get(id));
  const claimer = known(concern.claimedBy);
  if (claimer) return [claimer];
  const asked = known(concern.responsibleUserId);
  const isOfOwner = concern.kind === "deviceReturn" && lead < holderUntil;
  const one = (isOfOwner && known(concern.concernedUserId)) || asked;
  if (one) return [one];
  const group = concern.group === null ? [] : [...byId.values()].filter(({ role }) => role === concern.group);
  if (group.length > 0) return group;
  const author = concern.kind === "task" && known(concern.concernedUserId);
  return author ? [author] : fallback;
}
