import type { Topic } from "../../contract/notifications/notification-categories.ts";
import {
  defaultPreferences,
  type NotificationPreferences,
  wants,
} from "../../contract/notifications/notification-preferences.ts";
import type { Role } from "../../contract/roles.ts";
import { activeUsers } from "../db/active-users.ts";
import type { Db } from "../db/connection.ts";
import { prepare } from "../db/prepare.ts";

/** Stored preferences with the defaults of what a person has not decided. */
export function toPreferences(valuesJson: string | null | undefined): NotificationPreferences {
  const kept = valuesJson ? JSON.parse(valuesJson) : {};
  return { ...defaultPreferences, ...kept, quiet: { ...defaultPreferences.quiet, ...kept.quiet } };
}

const active = (db: Db) =>
  activeUsers(db)
    .leftJoin("notificationPreferences", "notificationPreferences.userId", "users.id")
    .select(["users.id", "users.name", "users.role", "notificationPreferences.valuesJson"])
    .where("users.joinedAt", "is not", null);

const readOne = prepare((db: Db, userId: string) => active(db).where("users.id", "=", userId));

export interface Reachable {
  id: string;
  name: string;
  role: Role;
  preferences: NotificationPreferences;
}

/** A person with their preferences; undefined for whoever has no part in the portal, yet or any more. */
export async function reachable(db: Db, userId: string): Promise<Reachable | undefined> {
  const [person] = await readOne(db, userId);
  if (!person) return undefined;
  const { id, name, role, valuesJson } = person;
  return { id, name, role, preferences: toPreferences(valuesJson) };
}

/** The preferences of a person; undefined for whoever has no part in the portal, yet or any more. */
export async function preferencesOf(db: Db, userId: string): Promise<NotificationPreferences | undefined> {
  return (await reachable(db, userId))?.preferences;
}

/** Everybody active who has decided on something, with their preferences. */
export async function peopleWithPreferences(db: Db): Promise<Reachable[]> {
  const people = await active(db).where("notificationPreferences.valuesJson", "is not", null).execute();
  return people.map(({ valuesJson, ...person }) => ({ ...person, preferences: toPreferences(valuesJson) }));
}

/** The ids of everybody active, save one person. */
export async function colleaguesOf(db: Db, exceptUserId: string): Promise<string[]> {
  return (await active(db).where("users.id", "!=", exceptUserId).execute()).map(({ id }) => id);
}

/** The ids of everybody active, save one person, who wants live hints about a topic. */
export async function colleaguesHearing(db: Db, topic: Topic, exceptUserId: string): Promise<string[]> {
  const colleagues = await active(db).where("users.id", "!=", exceptUserId).execute();
  return colleagues.filter(({ valuesJson }) => wants(toPreferences(valuesJson), topic, "live")).map(({ id }) => id);
}
