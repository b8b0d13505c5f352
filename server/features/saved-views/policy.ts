import type { Declaration } from "../../../contract/records/declaration.ts";
import type { ViewScope } from "../../../contract/records/view-scopes.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type { ViewState } from "../../../contract/saved-views/saved-views.ts";
import { maySeeField } from "../../records/field-access.ts";
import type { Person } from "../../trpc/context.ts";

interface ViewOwner {
  scope: ViewScope;
  ownerId: string;
}

/** One's own views are private, also before admins; those of the team are everybody's. */
export function canSeeView(person: Person, { scope, ownerId }: ViewOwner): boolean {
  return scope !== "me" || ownerId === person.id;
}

/** Whether a person may write a view of this scope. */
export function canManageViews(person: Person, scope: ViewScope): boolean {
  return scope === "me" || hasAbility(person.role, "manageTeamViews");
}

/** Whether somebody may ask for what a view asks for: a filter or an order would tell what a hidden field holds. */
export function canOpenView(person: Person, { fields }: Declaration, { where, orderBy }: ViewState): boolean {
  return [...where, ...orderBy].every(({ field: name }) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field === undefined || maySeeField(person, field);
  });
}
