import { type ReactElement, type SyntheticEvent, useRef, useState } from "react";
import { late } from "./late.ts";
import type { TooltipBubbleProps, TooltipHandlers } from "./tooltip-bubble.tsx";
import { withProps } from "./with-props.ts";

const tooltipBubble = late(() => import("./tooltip-bubble.tsx"));

export type TooltipProps = Pick<TooltipBubbleProps, "label" | "keys" | "side" | "align"> & { children: ReactElement };

/**
 * Repeats or details what its child already says; the child needs its own name for touch and screen readers. All that
 * shows it is fetched late, and hears of the child's events from then on.
 */
export function Tooltip({ children, ...bubble }: TooltipProps) {
  const [isNear, setNear] = useState(false);
  const of = useRef<HTMLElement>(null);
  const handlers = useRef<TooltipHandlers>({});
  const waiting = useRef<() => void>();
  const part = tooltipBubble.usePart(isNear);

  const pass = (name: keyof TooltipHandlers) => (event: SyntheticEvent) => {
    waiting.current = undefined;
    handlers.current[name]?.(event as never);
  };
  /** Pointing or moving the focus here: kept for a bubble that is not there yet. */
  const call = (name: "onPointerMove" | "onFocus") => (event: SyntheticEvent<HTMLElement>) => {
    setNear(true);
    if (part) return handlers.current[name]?.(event as never);
    if (name === "onPointerMove" || event.currentTarget.matches(":focus-visible"))
      waiting.current = () => handlers.current[name]?.(event as never);
  };
  return (
    <>
      {withProps(
        children,
        {
          onPointerMove: call("onPointerMove"),
          onFocus: call("onFocus"),
          onPointerLeave: pass("onPointerLeave"),
          onPointerDown: pass("onPointerDown"),
          onBlur: pass("onBlur"),
          onClick: pass("onClick"),
        },
        of,
      )}
      {part && <part.TooltipBubble {...bubble} of={of} handlers={handlers} waiting={waiting} />}
    </>
  );
}
