import type { Role } from "../../../contract/roles.ts";
import { useSession } from "./session.tsx";

/** The role of the signed-in person; the least one while nobody is. */
export function useRole(): Role {
  return useSession().data?.user.role ?? "readonly";
}
