import { Unplug } from "lucide-react";
import { useLiveState } from "../../lib/live/live-store.ts";
import { Icon } from "../../ui/icon.tsx";

/** Says calmly that changes of others do not appear by themselves at the moment; everything else goes on working. */
export function LiveNotice() {
  const isInterrupted = useLiveState() === "interrupted";
  return (
    <div
      role="status"
      className="pointer-events-none fixed bottom-[calc(72px+env(safe-area-inset-bottom))] left-4 z-30 md:bottom-4 md:left-24"
    >
      {isInterrupted && (
        <p className="flex h-9 animate-rise items-center gap-2.5 rounded-10 bg-raised pl-3 pr-3.5 text-ui text-text-2 shadow-e2">
          <Icon of={Unplug} className="text-text-3" />
          Live-Updates unterbrochen
        </p>
      )}
    </div>
  );
}
