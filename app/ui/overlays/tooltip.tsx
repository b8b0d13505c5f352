import { Slot } from "@radix-ui/react-slot";
import { type ReactElement, type SyntheticEvent, useRef, useState } from "react";
import { prefetchedModule, useLazyModule } from "./lazy-module.ts";
import type { TooltipBubbleProps, TooltipHandlers } from "./tooltip-bubble.tsx";

const tooltipBubble = prefetchedModule(() => import("./tooltip-bubble.tsx"));

export type TooltipProps = Pick<TooltipBubbleProps, "label" | "keys" | "side" | "align"> & { children: ReactElement };

/**
 * Repeats or details what its child already says; the child needs its own name for touch and screen readers. The bubble
 * is fetched when somebody comes near, and hears of the child's events from then on.
 */
export function Tooltip({ children, ...bubble }: TooltipProps) {
  const [isNear, setNear] = useState(false);
  const of = useRef<HTMLElement>(null);
  const handlers = useRef<TooltipHandlers>({});
  const waiting = useRef<() => void>();
  const module = useLazyModule(tooltipBubble, isNear);

  const pass = (name: keyof TooltipHandlers) => (event: SyntheticEvent) => {
    waiting.current = undefined;
    handlers.current[name]?.(event as never);
  };
  /** Pointing or moving the focus here: kept for a bubble that is not there yet. */
  const call = (name: "onPointerMove" | "onFocus") => (event: SyntheticEvent<HTMLElement>) => {
    setNear(true);
    if (module) return handlers.current[name]?.(event as never);
    if (name === "onPointerMove" || event.currentTarget.matches(":focus-visible"))
      waiting.current = () => handlers.current[name]?.(event as never);
  };
  return (
    <>
      <Slot
        ref={of}
        onPointerMove={call("onPointerMove")}
        onFocus={call("onFocus")}
        onPointerLeave={pass("onPointerLeave")}
        onPointerDown={pass("onPointerDown")}
        onBlur={pass("onBlur")}
        onClick={pass("onClick")}
      >
        {children}
      </Slot>
      {module && <module.TooltipBubble {...bubble} of={of} handlers={handlers} waiting={waiting} />}
    </>
  );
}
