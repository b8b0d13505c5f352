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
 * gets it, trimmed, when the typing pauses. A value that comes back from there never takes the place of what was typed since.
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
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const index = sent.current.lastIndexOf(value);
    sent.current = sent.current.slice(index + 1);
    if (index < 0) setText(value);
  }, [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => {
      sent.current.push(text.trim());
      latest.current(text.trim());
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, value, pauseMs]);
  return [text, setText];
}
