import { Unplug } from "lucide-react";
import { type LiveState, useLiveState } from "../../lib/live/live-store.ts";
import { Icon } from "../../ui/icon.tsx";

const sentences: Partial<Record<LiveState, string>> = {
  interrupted: "Live-Updates unterbrochen",
  paused: "Live-Updates pausieren, gespeichert wird weiter",
};

/**
 * Says calmly that changes of others do not appear by themselves at the moment; everything else goes on working. It
 * takes room in the navigation, so that it never lies over what somebody wants to press.
 */
export function LiveNotice({ className, textClass }: { className: string; textClass: string }) {
  const sentence = sentences[useLiveState()];
  return (
    <div role="status" className={className}>
      {sentence && (
        <p className={textClass}>
          <Icon of={Unplug} size={14} className="flex-none text-text-3" />
          <span>{sentence}</span>
        </p>
      )}
    </div>
  );
}
