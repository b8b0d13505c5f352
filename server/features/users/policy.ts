import type { Role } from "../../../contract/roles.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type { UserAbilities, UserState } from "../../../contract/users/users.ts";

interface Asking {
  id: string;
  role: Role;
}

/** A profile is its person's own; admins see and edit everybody's. */
export function canSeeWholeProfile(person: Asking, userId: string): boolean {
  return person.id === userId || hasAbility(person.role, "manageUsers");
}

export function canEditProfile(person: Asking, userId: string): boolean {
  return canSeeWholeProfile(person, userId);
}

export function abilitiesOver(person: Asking, user: { id: string; state: UserState }): UserAbilities {
  const manages = hasAbility(person.role, "manageUsers");
  return {
    edit: canEditProfile(person, user.id),
    changeRole: manages && user.state !== "deactivated",
    deactivate: manages && user.state === "active",
    reactivate: manages && user.state === "deactivated",
    invite: manages && user.state === "invited",
    createPasswordLink: manages && user.state === "active" && user.id !== person.id,
    resetSecondFactor: manages && user.state === "active" && user.id !== person.id,
    endSessions: manages && user.state === "active" && user.id !== person.id,
  };
}
