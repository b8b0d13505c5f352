import { useCallback, useEffect, useRef } from "react";

/**
 * Returns a function that calls back at once, or, while a pointer is pressed, after its click. What appears between
 * press and release would move a button away from under the pointer.
 */
export function useAfterPress(): (callback: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      setTimeout(() => {
        for (const callback of waiting.current.splice(0)) callback();
      });
    };
    window.addEventListener("pointerdown", press, true);
    window.addEventListener("pointerup", release, true);
    window.addEventListener("pointercancel", release, true);
    return () => {
      window.removeEventListener("pointerdown", press, true);
      window.removeEventListener("pointerup", release, true);
      window.removeEventListener("pointercancel", release, true);
    };
  }, []);

  return useCallback((callback) => {
    if (isPressed.current) waiting.current.push(callback);
    else callback();
  }, []);
}
