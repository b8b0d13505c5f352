import { type Preferences, plainPreferences } from "../../../contract/preferences.ts";
import { useMutate } from "../../lib/mutate.ts";
import { useSession } from "../../lib/session.tsx";
import { useTRPC } from "../../lib/trpc.tsx";

interface OwnPreferences {
  preferences: Preferences;
  /** What is being stored shows at once; what could not be stored goes back. */
  change: (part: Partial<Preferences>) => void;
}

/** How the signed-in person wants the portal, on every device of theirs. */
export function usePreferences(): OwnPreferences {
  const trpc = useTRPC();
  const { data: session, update } = useSession();
  const save = useMutate(trpc.user.updatePreferences.mutationOptions(), {
    refreshes: [],
    success: "Gespeichert.",
    onSuccess: update,
  });
  const coming = save.isPending ? save.variables : undefined;
  return { preferences: { ...plainPreferences, ...session?.preferences, ...coming }, change: save.mutate };
}
