import type { HTMLAttributes } from "react";
import { cx } from "../cx.ts";

const TONES = {
  neutral: "bg-sunken text-text-2",
  out: "text-text-2 shadow-[inset_0_0_0_1px_var(--line-strong)]",
  ok: "bg-ok-soft text-ok-text",
  warn: "bg-warn-soft text-warn-text",
  bad: "bg-bad-soft text-bad-text",
  mnt: "bg-mnt-soft text-mnt-text",
} as const;

export type TagProps = HTMLAttributes<HTMLSpanElement> & { tone?: keyof typeof TONES };

export function Tag({ tone = "neutral", className, ...rest }: TagProps) {
  return (
    <span
      {...rest}
      className={cx(
        "inline-flex h-5 items-center gap-[5px] whitespace-nowrap rounded-4 px-1.5 text-label font-450",
        TONES[tone],
        className,
      )}
    />
  );
}
