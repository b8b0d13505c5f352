import { useEffect, useState } from "react";
import { notificationPanelDisclosure } from "../../lib/disclosure.ts";
import { showPartFailure } from "../../lib/fetch-part.ts";
import { useToasts } from "../../lib/toasts.ts";
import { type Asking, type Late, late, loadLatePartsWhenIdle } from "../../ui/late.ts";

const panel = late(() => import("../notifications/notification-panel.tsx"));
const toasts = late(() => import("../toasts/toast-host.tsx"));

/** The panel from when it is first opened, the toasts from when the page is at rest or has one; and all that comes late. */
export function LateHosts() {
  const [isAtRest, setAtRest] = useState(false);
  const Panel = useFromThenOn(panel, notificationPanelDisclosure.useIsOpen(), {
    onFailure: notificationPanelDisclosure.close,
    onRetry: notificationPanelDisclosure.open,
  });
  const hasToasts = useToasts().length > 0;
  const Toasts = useFromThenOn(toasts, hasToasts || isAtRest);
  // What says that something cannot be fetched may itself be such a thing.
  const isMute = hasToasts && !Toasts;
  useEffect(() => {
    if (!isMute) return;
    const timer = setInterval(toasts.load, 3000);
    return () => clearInterval(timer);
  }, [isMute]);
  useEffect(() => loadLatePartsWhenIdle({ onIdle: () => setAtRest(true), onFailure: showPartFailure }), []);
  return (
    <>
      {Panel && <Panel.NotificationPanel />}
      {Toasts && <Toasts.ToastHost />}
    </>
  );
}

function useFromThenOn<Part>(part: Late<Part>, isWanted: boolean, asking?: Omit<Asking, "isAsked">): Part | undefined {
  const [wasWanted, setWasWanted] = useState(false);
  if (isWanted && !wasWanted) setWasWanted(true);
  return part.usePart(wasWanted, asking && { ...asking, isAsked: isWanted });
}
