import { useState } from "react";

/** Keeps which one of several dialogs is open: `show` opens it, and `controls` are the props that it takes for that. */
export function useDialogs<Name extends string>() {
  const [shown, show] = useState<Name>();
  const controls = (name: Name) => ({
    open: shown === name,
    onOpenChange: (open: boolean) => show(open ? name : undefined),
  });
  return { show, controls };
}
