import { useMemo } from "react";
import type { Declaration } from "../../../contract/records/declaration.ts";
import { declarationFor, inDensity } from "../../../contract/records/list-state.ts";
import { useSession } from "../../lib/people/session.tsx";
import { useRole } from "../../lib/people/use-role.ts";

/** A declaration as its list looks to the signed-in person: without what is kept from them, in the density they like. */
export function useOwnDeclaration(whole: Declaration): Declaration {
  const role = useRole();
  const density = useSession().data?.preferences?.density;
  return useMemo(() => inDensity(declarationFor(whole, role), density), [whole, role, density]);
}
