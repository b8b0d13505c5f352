import * as Radix from "@radix-ui/react-toast";
import { useEffect, useState } from "react";
import { ToastItem } from "./toast-item.tsx";
import { useShownToasts } from "./use-shown-toasts.ts";

/** Toasts at the bottom right, as spec section 9 has them; time stands still while one is pointed at or focused. */
export function ToastHost() {
  const shown = useShownToasts();
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [region, setRegion] = useState<HTMLElement | null>(null);
  const isHidden = useIsHidden();
  const isEmpty = shown.length === 0;

  useEffect(() => {
    if (!isEmpty) return;
    // What is removed under the pointer or the focus never reports that they left.
    setPointed(false);
    setFocused(false);
  }, [isEmpty]);

  useEffect(() => {
    if (!region) return;
    // Toasts come into the region through portals, so React's own handlers on it would not hear of them.
    const listening = new AbortController();
    const on = (event: string, react: () => void) =>
      region.addEventListener(event, react, { signal: listening.signal });
    on("pointerenter", () => setPointed(true));
    on("pointerleave", () => setPointed(false));
    on("focusin", () => setFocused(true));
    on("focusout", () => setFocused(false));
    return () => listening.abort();
  }, [region]);

  return (
    <Radix.Provider label="Hinweis" duration={Number.POSITIVE_INFINITY} swipeDirection="right">
      {shown.map(({ toast, isLeaving }) => (
        <ToastItem key={toast.id} toast={toast} isLeaving={isLeaving} isPaused={isPointed || isFocused || isHidden} />
      ))}
      <Radix.Viewport
        asChild
        label="Hinweise ({hotkey})"
        ref={setRegion}
        className="fixed inset-x-2 bottom-[calc(64px+env(safe-area-inset-bottom))] z-[70] flex flex-col gap-2.5 outline-none md:bottom-5 md:left-auto md:right-5 md:w-[440px]"
      >
        {/* A list may not hold alerts. */}
        <div />
      </Radix.Viewport>
    </Radix.Provider>
  );
}

function useIsHidden(): boolean {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    const read = () => setHidden(document.visibilityState === "hidden");
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, []);
  return isHidden;
}
