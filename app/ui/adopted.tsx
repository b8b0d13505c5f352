import { forwardRef, type RefObject, useImperativeHandle } from "react";

/**
 * Stands where a library wants to render the button that opens something, and hands it the one that is on the page
 * already: that one neither waits for the library nor is replaced, and loses the focus, when the library arrives.
 */
export const Adopted = forwardRef<HTMLElement, { of: RefObject<HTMLElement> }>(function Adopted({ of }, ref) {
  useImperativeHandle(ref, () => of.current as HTMLElement, [of]);
  return null;
});
