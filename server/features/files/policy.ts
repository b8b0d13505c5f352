import { hasAbility } from "../../../contract/roles.ts";
import type { Person } from "../../trpc/context.ts";

/** Everybody may have a picture; other files belong to records, and come from those who may edit them. */
export function canUpload(person: Pick<Person, "role">, purpose: "image" | "file"): boolean {
  return purpose === "image" || hasAbility(person.role, "editRecords");
}
