import { lazy, Suspense, useEffect, useState } from "react";
import { paletteDisclosure } from "../../lib/disclosure.ts";
import { useShortcut } from "../../lib/shortcuts.ts";

const load = () => import("./palette-dialog.tsx");
const PaletteDialog = lazy(load);

/** Fetches the palette while the browser is idle and mounts it when it is opened for the first time. */
export function PaletteHost() {
  const isOpen = paletteDisclosure.useIsOpen();
  const [wasOpened, setWasOpened] = useState(false);
  useShortcut("mod+k", paletteDisclosure.toggle);
  useEffect(() => {
    // Without a connection it comes when it is opened.
    const fetchAhead = () => void load().catch(() => undefined);
    // Safari has no idle callback.
    const timer = setTimeout(() => {
      if ("requestIdleCallback" in window) requestIdleCallback(fetchAhead);
      else fetchAhead();
    }, 1500);
    return () => clearTimeout(timer);
  }, []);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <PaletteDialog />
    </Suspense>
  );
}
