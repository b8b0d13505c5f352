import * as Radix from "@radix-ui/react-tooltip";
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type MutableRefObject,
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
} from "react";

export type TooltipHandlers = Pick<
  ComponentPropsWithoutRef<typeof Radix.Trigger>,
  "onPointerMove" | "onPointerLeave" | "onPointerDown" | "onFocus" | "onBlur" | "onClick"
>;

interface OwnerProps {
  /** What the bubble belongs to. */
  of: RefObject<HTMLElement>;
  /** Where its owner finds what to tell of its events. */
  handlers: MutableRefObject<TooltipHandlers>;
  /** What happened before the bubble was there. */
  waiting: MutableRefObject<(() => void) | undefined>;
}

export type TooltipBubbleProps = OwnerProps &
  Pick<ComponentPropsWithoutRef<typeof Radix.Content>, "side" | "align"> & { label: ReactNode; keys?: string };

/** The bubble: stays while it is pointed at, and leaves with Escape. */
export function TooltipBubble({ label, keys, side = "top", align, ...owner }: TooltipBubbleProps) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>
          <Owner {...owner} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            align={align}
            sideOffset={6}
            collisionPadding={8}
            className="z-[80] flex max-w-[280px] animate-rise items-center gap-2 rounded-6 bg-inverse px-2 py-[5px] text-label font-medium text-on-inverse"
          >
            {label}
            {keys && <kbd className="text-key text-on-inverse-2">{keys}</kbd>}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}

/** Lends the element on the page what the library would give to a trigger of its own. */
const Owner = forwardRef<HTMLElement, OwnerProps & TooltipHandlers & { "aria-describedby"?: string }>(function Owner(
  { of, handlers, waiting, ...given },
  ref,
) {
  useImperativeHandle(ref, () => of.current as HTMLElement, [of]);
  useLayoutEffect(() => {
    handlers.current = given;
  });
  const describedBy = given["aria-describedby"];
  useEffect(() => {
    const element = of.current;
    if (!element || !describedBy) return;
    const own = element.getAttribute("aria-describedby");
    element.setAttribute("aria-describedby", own ? `${own} ${describedBy}` : describedBy);
    return () => (own ? element.setAttribute("aria-describedby", own) : element.removeAttribute("aria-describedby"));
  }, [of, describedBy]);
  useEffect(() => {
    waiting.current?.();
    waiting.current = undefined;
  }, [waiting]);
  return null;
});
