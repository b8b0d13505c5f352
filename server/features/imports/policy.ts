import type { ImportTable } from "../../db/tables/imports.ts";
import type { Person } from "../../trpc/context.ts";

type Asking = Pick<Person, "id" | "role">;

/** Imports are their maker's; admins see all. */
export function canSeeImport(person: Asking, { createdById }: Pick<ImportTable, "createdById">): boolean {
  return person.role === "admin" || createdById === person.id;
}
