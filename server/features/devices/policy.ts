import { hasAbility } from "../../../contract/roles.ts";
import type { Person } from "../../trpc/context.ts";

/** What somebody has is their own matter, and that of those who look after the devices. */
export function canSeeDevicesOf(person: Pick<Person, "id" | "role">, userId: string): boolean {
  return person.id === userId || hasAbility(person.role, "seeDevicesOfPeople");
}
