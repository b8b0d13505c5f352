import { useEffect, useState } from "react";
import { notificationPanelDisclosure } from "../../lib/dialogs/disclosure.ts";
import { showLazyFailure } from "../../lib/dialogs/lazy-dialog.ts";
import { useToasts } from "../../lib/dialogs/toasts.ts";
import {
  prefetchedModule,
  prefetchModulesWhenIdle,
  preload,
  useLazyModule,
  useOpenedModule,
} from "../../ui/overlays/lazy-module.ts";

const panel = prefetchedModule(() => import("../notifications/notification-panel.tsx"));
const toasts = prefetchedModule(() => import("../toasts/toast-host.tsx"));

/** The panel from when it is first opened, the toasts from when the page is idle or has one. */
export function LazyHosts() {
  const [isIdle, setIdle] = useState(false);
  const Panel = useOpenedModule(panel, notificationPanelDisclosure.use());
  const hasToasts = useToasts().length > 0;
  const Toasts = useLazyModule(toasts, hasToasts || isIdle);
  // What says that something cannot be fetched may itself be such a thing.
  const isMute = hasToasts && !Toasts;
  useEffect(() => {
    if (!isMute) return;
    const timer = setInterval(() => preload(toasts), 3000);
    return () => clearInterval(timer);
  }, [isMute]);
  useEffect(() => prefetchModulesWhenIdle({ onIdle: () => setIdle(true), onFailure: showLazyFailure }), []);
  return (
    <>
      {Panel && <Panel.NotificationPanel />}
      {Toasts && <Toasts.ToastHost />}
    </>
  );
}
