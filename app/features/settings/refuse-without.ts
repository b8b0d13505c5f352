import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Ability, hasAbility } from "../../../contract/roles.ts";

/** Ends the loader of a page with 403 for whom it is not. */
export function refuseWithout(ability: Ability, { context: { session } }: LoaderFunctionArgs): void {
  if (!session || !hasAbility(session.user.role, ability))
    throw new Response("Dafür fehlt dir die Berechtigung.", { status: 403 });
}
