import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Deviation } from "../../../contract/deadlines/deviations.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";

interface DeviationMarkProps {
  deviation: Deviation;
  variant?: "cell" | "page";
  hasIcon?: boolean;
  children: ReactNode;
}

/** Colour, weight and shape: what is over stays told apart from what is near in shades of grey. */
export function DeviationMark({ deviation, variant = "cell", hasIcon = true, children }: DeviationMarkProps) {
  const { tone, text } = deviation;
  const isPage = variant === "page";
  return (
    <span
      data-deviation={tone}
      title={isPage ? undefined : text}
      className={cx(
        "inline-flex min-w-0 max-w-full items-baseline gap-1.5",
        isPage && "flex-wrap",
        tone === "bad" ? "font-550 text-bad-text" : "text-warn-text",
      )}
    >
      <span className="inline-flex min-w-0 items-baseline gap-1">
        {tone === "warn" && hasIcon && <Icon of={TriangleAlert} size={14} className="self-center" />}
        <span className="min-w-0 truncate">{children}</span>
      </span>
      {text && (isPage ? <span className="text-note">{text}</span> : <span className="sr-only">, {text}</span>)}
    </span>
  );
}
