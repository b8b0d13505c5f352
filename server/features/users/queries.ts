import { sql } from "kysely";
import type { z } from "zod";
import { type Page, toPage } from "../../../contract/pagination.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type * as contract from "../../../contract/users/users.ts";
import type { Db } from "../../db/connection.ts";
import { toDate } from "../../db/to-date.ts";
import { notFound } from "../../problem.ts";
import type { Person } from "../../trpc/context.ts";
import { abilitiesOver, canSeeWholeProfile } from "./policy.ts";

type State = contract.UserState;
const stateOf = (row: { joinedAt: string | null; deactivatedAt: string | null }): State =>
  row.deactivatedAt ? "deactivated" : row.joinedAt ? "active" : "invited";

export async function listUsers(
  db: Db,
  person: Person,
  { page, limit, search, where }: z.infer<typeof contract.listUsers>,
): Promise<Page<contract.ListedUser>> {
  const manages = hasAbility(person.role, "manageUsers");
  let matching = db.selectFrom("users").leftJoin("invitations", "invitations.userId", "users.id");
  if (where.role) matching = matching.where("role", "=", where.role);
  if (where.state === "deactivated") matching = matching.where("deactivatedAt", "is not", null);
  if (where.state === "active")
    matching = matching.where("deactivatedAt", "is", null).where("joinedAt", "is not", null);
  if (where.state === "invited") matching = matching.where("deactivatedAt", "is", null).where("joinedAt", "is", null);
  if (search) {
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
    // An address must not be found by people who may not read it.
    const columns = manages ? (["name", "position", "email"] as const) : (["name", "position"] as const);
    matching = matching.where(({ or, fn }) =>
      or(columns.map((column) => sql<boolean>`${fn("lower", [column])} like ${pattern} escape '\\'`)),
    );
  }

  const { total } = await matching
    .select((eb) => eb.fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(["users.id", "name", "role", "position", "imageKey", "email", "joinedAt", "deactivatedAt", "lastSeenAt"])
    .select("invitations.expiresAt")
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("users.id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const listed = rows.map(({ id, name, role, position, imageKey, ...row }): contract.ListedUser => {
    const state = stateOf(row);
    return {
      id,
      name,
      role,
      state,
      position,
      image: imageKey,
      email: manages ? row.email : null,
      lastSeenAt: manages ? toDate(row.lastSeenAt) : null,
      invitationExpiresAt: manages && state === "invited" ? toDate(row.expiresAt) : null,
      can: abilitiesOver(person, { id, state }),
    };
  });
  return toPage(listed, Number(total), limit);
}

export async function getUser(db: Db, { id, includeFields }: z.infer<typeof contract.getUser>): Promise<contract.User> {
  const row = await db
    .selectFrom("users")
    .select(["name", "role", "position", "imageKey", "joinedAt", "deactivatedAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const { name, role, position, imageKey } = row;
  return { id, name, role, position, state: stateOf(row), ...(includeFields.image ? { image: imageKey } : {}) };
}

export async function getProfile(
  db: Db,
  person: Person,
  { id }: z.infer<typeof contract.getProfile>,
): Promise<contract.UserProfile | contract.PublicProfile> {
  const row = await db
    .selectFrom("users")
    .leftJoin("invitations", "invitations.userId", "users.id")
    .selectAll("users")
    .select("invitations.expiresAt as invitationExpiresAt")
    .where("users.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const { name, role, position, imageKey: image, email, phone, version } = row;
  const state = stateOf(row);
  const everybodySees = { id, name, role, state, position, image, can: abilitiesOver(person, { id, state }) };
  if (!canSeeWholeProfile(person, id)) return { access: "public", ...everybodySees };
  return {
    access: "full",
    ...everybodySees,
    email,
    phone,
    version,
    createdAt: new Date(row.createdAt),
    lastSeenAt: toDate(row.lastSeenAt),
    invitationExpiresAt: state === "invited" ? toDate(row.invitationExpiresAt) : null,
  };
}
