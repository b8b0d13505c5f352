import { useState } from "react";
import { type Preferences, plainPreferences } from "../../../../contract/users/preferences.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { useSession } from "../../../lib/people/session.tsx";

interface OwnPreferences {
  preferences: Preferences;
  /** What is being stored shows at once; what could not be stored goes back. */
  change: (part: Partial<Preferences>) => void;
}

/** How the signed-in person wants the portal, on every device of theirs. */
export function usePreferences(): OwnPreferences {
  const trpc = useTRPC();
  const { data: session, update } = useSession();
  const [coming, setComing] = useState<Partial<Preferences>>({});
  const save = useMutate(trpc.user.updatePreferences.mutationOptions(), {
    refreshes: [],
    success: "Gespeichert.",
    onSuccess: update,
  });
  const change = (part: Partial<Preferences>) => {
    setComing(part);
    save.mutate(part, { onSettled: () => setComing({}) });
  };
  return { preferences: { ...plainPreferences, ...session?.preferences, ...coming }, change };
}
