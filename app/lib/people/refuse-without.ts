import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Ability, hasAbility } from "../../../contract/roles.ts";

/** Ends a loader, and so the page, with 403 for people without an ability. */
export function refuseWithout(ability: Ability, { context: { session } }: Pick<LoaderFunctionArgs, "context">): void {
  if (!session || !hasAbility(session.user.role, ability))
    throw new Response("Dafür fehlt dir die Berechtigung.", { status: 403 });
}
