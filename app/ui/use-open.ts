import { useCallback, useState } from "react";

/** Open or closed: as its owner says, or by itself where nobody else keeps it. */
export function useOpen(
  given: boolean | undefined,
  onOpenChange: ((open: boolean) => void) | undefined,
): [isOpen: boolean, setOpen: (open: boolean) => void] {
  const [own, setOwn] = useState(false);
  const isOpen = given ?? own;
  const setOpen = useCallback(
    (next: boolean) => {
      if (next === isOpen) return;
      setOwn(next);
      onOpenChange?.(next);
    },
    [isOpen, onOpenChange],
  );
  return [isOpen, setOpen];
}
