import { Unplug } from "lucide-react";
import { useLiveState } from "../../lib/live/live-store.ts";
import { Icon } from "../../ui/icon.tsx";

/**
 * Says calmly that changes of others do not appear by themselves at the moment; everything else goes on working. It
 * takes room in the navigation, so that it never lies over what somebody wants to press.
 */
export function LiveNotice({ className, textClass }: { className: string; textClass: string }) {
  const isInterrupted = useLiveState() === "interrupted";
  return (
    <div role="status" className={className}>
      {isInterrupted && (
        <p className={textClass}>
          <Icon of={Unplug} size={14} className="flex-none text-text-3" />
          <span>Live-Updates unterbrochen</span>
        </p>
      )}
    </div>
  );
}
