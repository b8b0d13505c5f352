import { useEffect, useRef, useState } from "react";

/** The value as it was when it had last not changed for `delayMs`; with a delay of 0 the value itself, at once. */
export function useDebouncedValue<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value);
  const isImmediate = delayMs === 0;
  if (isImmediate && !Object.is(debounced, value)) setDebounced(value);
  useEffect(() => {
    if (isImmediate) return;
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs, isImmediate]);
  return isImmediate ? value : debounced;
}

/** What was typed, for a query: as soon as the typing pauses, and an emptied field at once. */
export const useDebouncedQuery = (typed: string): string => useDebouncedValue(typed, typed === "" ? 0 : 150);

/**
 * The text of a search field whose value is kept elsewhere, as in the URL: what is typed shows at once, and `onPause`
 * gets it, trimmed, when the typing pauses.
 */
export function useDebouncedText(
  value: string,
  onPause: (text: string) => void,
  pauseMs = 200,
): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const latest = useRef(onPause);
  useEffect(() => {
    latest.current = onPause;
  });
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => latest.current(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text, value, pauseMs]);
  return [text, setText];
}
