import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { usePresence } from "../../../lib/live.tsx";
import { useSession } from "../../../lib/people/session.tsx";

/**
 * A person as far as the asking one may see them, whether that is oneself, and whether they are there, which those who
 * are invisible are not told.
 */
export function useProfile(id: string) {
  const trpc = useTRPC();
  const { data: session } = useSession();
  const query = useQuery(trpc.user.getProfile.queryOptions({ id }));
  const member = usePresence().find((member) => member.id === id);
  const isOnline = session?.preferences?.isInvisible ? undefined : member !== undefined;
  return { query, profile: query.data, isOwn: session?.user.id === id, isOnline, isAway: member?.away === true };
}
