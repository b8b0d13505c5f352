import { useEffect, useRef } from "react";
import { isCovered, isTyping } from "../../../records/list/use-list-keys.ts";

/** Does something on a single key, while nobody types and nothing lies over the page. */
export function useWikiKey(key: string, perform: (() => void) | undefined): void {
  const latest = useRef(perform);
  useEffect(() => {
    latest.current = perform;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
      if (event.key !== key || !isPlain || event.defaultPrevented || !latest.current) return;
      if (isTyping(event.target) || isCovered()) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [key]);
}
