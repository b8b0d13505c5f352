import type { Role } from "../../../contract/roles.ts";
import { activeUsers } from "../../db/active-users.ts";
import type { Queryable } from "../../search/run.ts";

export interface Recipient {
  id: string;
  role: Role;
}

/** What decides on whom a deadline's reminder reaches. */
export interface Concern {
  kind: string;
  responsibleUserId: string | null;
  concernedUserId: string | null;
  /** Who takes care of it: nobody else is reminded. */
  claimedBy: string | null;
}

/** Everybody who can be reminded, and who is when nobody is responsible. */
export interface Team {
  byId: ReadonlyMap<string, Recipient>;
  fallback: readonly Recipient[];
}

export async function readTeam(db: Queryable): Promise<Team> {
  const people = await activeUsers(db).select(["id", "role"]).where("joinedAt", "is not", null).execute();
  const withRole = (role: Role) => people.filter((person) => person.role === role);
  const maintainers = withRole("maintainer");
  return {
    byId: new Map(people.map((person) => [person.id, person])),
    fallback: maintainers.length > 0 ? maintainers : withRole("admin"),
  };
}

/** Until so many days after it whoever has a thing is asked for it; after that who is responsible, whom it concerns. */
const holderUntil = -1;

/** Whom a reminder reaches: who takes care of it, else who has the thing or is responsible, else the maintainers. */
export function recipientsOf(concern: Concern, lead: number, { byId, fallback }: Team): readonly Recipient[] {
  const known = (id: string | null) => (id === null ? undefined : byId.get(id));
  const claimer = known(concern.claimedBy);
  if (claimer) return [claimer];
  const asked = known(concern.responsibleUserId);
  const isOfOwner = concern.kind === "deviceReturn" && lead < holderUntil;
  const one = (isOfOwner && known(concern.concernedUserId)) || asked;
  return one ? [one] : fallback;
}
