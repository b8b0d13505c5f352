import { useEffect, useState } from "react";
import { showFailure, useToasts } from "../../lib/toasts.ts";
import { type Late, late, loadLatePartsWhenIdle } from "../../ui/late.ts";
import { notificationPanelDoor } from "../notifications/panel-door.ts";

const panel = late(() => import("../notifications/notification-panel.tsx"));
const toasts = late(() => import("../toasts/toast-host.tsx"));

const onFailure = () => showFailure("Ein Teil der Seite konnte nicht geladen werden. Bitte versuche es erneut.");

/** The panel from when it is first opened, the toasts from when the page is at rest or has one; and all that comes late. */
export function LateHosts() {
  const [isAtRest, setAtRest] = useState(false);
  const Panel = useFromThenOn(panel, notificationPanelDoor.useIsOpen(), notificationPanelDoor.close);
  const Toasts = useFromThenOn(toasts, useToasts().length > 0 || isAtRest);
  useEffect(() => loadLatePartsWhenIdle({ onIdle: () => setAtRest(true), onFailure }), []);
  return (
    <>
      {Panel && <Panel.NotificationPanel />}
      {Toasts && <Toasts.ToastHost />}
    </>
  );
}

function useFromThenOn<Part>(part: Late<Part>, isWanted: boolean, onFailure?: () => void): Part | undefined {
  const [wasWanted, setWasWanted] = useState(false);
  if (isWanted && !wasWanted) setWasWanted(true);
  return part.usePart(wasWanted, onFailure);
}
