import { useEffect, useState } from "react";
import { type Need, needKey } from "../../../../contract/dashboard/needs.ts";

interface Shown {
  need: Need;
  isLeaving: boolean;
}

const leavingMs = 180;

/** The rows with those that have just been done, which stay for the moment in which they are seen to go. */
export function useLeaving(needs: readonly Need[], scope: string): Shown[] {
  const [state, setState] = useState({ needs, scope, gone: [] as { need: Need; at: number }[] });
  if (state.needs !== needs) {
    const keys = new Set(needs.map(needKey));
    const left = state.needs.map((need, at) => ({ need, at })).filter(({ need }) => !keys.has(needKey(need)));
    // Another choice shows other rows: nothing was done about those before.
    setState({ needs, scope, gone: state.scope === scope ? left : [] });
  }
  const { gone } = state;
  useEffect(() => {
    if (gone.length === 0) return;
    const timer = setTimeout(() => setState((now) => ({ ...now, gone: [] })), leavingMs);
    return () => clearTimeout(timer);
  }, [gone]);
  const shown: Shown[] = needs.map((need) => ({ need, isLeaving: false }));
  for (const { need, at } of gone) shown.splice(at, 0, { need, isLeaving: true });
  return shown;
}
