import { useEffect, useRef, useState } from "react";

const restMs = 200;

/**
 * The text of a search field that follows the address: what is typed shows at once, and `onRest` gets it, trimmed, when
 * the typing has rested for 200 ms.
 */
export function useRestedText(value: string, onRest: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const latest = useRef(onRest);
  useEffect(() => {
    latest.current = onRest;
  });
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => latest.current(text.trim()), restMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  return [text, setText];
}
