import type { KeyboardEvent } from "react";

/**
 * Closes a layer on an Escape that reached nobody. Radix listens on the topmost layer alone and hands over with an update
 * that comes later than a quick second key: a list has closed, and the dialog around it does not listen yet.
 */
export const onMissedEscape = (close: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
  const { target, currentTarget } = event;
  // What has just opened and does not listen yet either is closed by the next key, not together with what holds it.
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest('[aria-expanded="true"]'))
    return;
  event.preventDefault();
  close();
};
