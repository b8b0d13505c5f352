import type { HTMLAttributes, ReactNode } from "react";
import { cx } from "../cx.ts";

const STATES = {
  online: {
    word: "Online",
    text: "text-text-2",
    glyph: "text-ok",
    shape: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  },
  degraded: {
    word: "Beeinträchtigt",
    text: "font-550 text-warn-text",
    glyph: "text-warn",
    shape: (
      <>
        <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <path d="M1 5a4 4 0 0 0 8 0z" fill="currentColor" />
      </>
    ),
  },
  offline: {
    word: "Offline",
    text: "font-semibold text-bad-text",
    glyph: "text-bad",
    shape: <rect x=".75" y=".75" width="8.5" height="8.5" rx="1.5" fill="currentColor" />,
  },
  maintenance: {
    word: "Wartung",
    text: "font-medium text-mnt-text",
    glyph: "text-mnt",
    shape: <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="2.4" />,
  },
  unknown: {
    word: "Unbekannt",
    text: "text-text-2",
    glyph: "text-unk",
    shape: <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.1 1.6" />,
  },
  paused: {
    word: "Pausiert",
    text: "text-text-2",
    glyph: "text-unk",
    shape: <path d="M3 1v8M7 1v8" stroke="currentColor" strokeWidth="2.2" />,
  },
} as const;

export type StatusState = keyof typeof STATES;

export type StatusProps = HTMLAttributes<HTMLSpanElement> & {
  state: StatusState;
  size?: "md" | "lg";
  /** Replaces the word of the state, for instance by „Offline seit 08:41 Uhr“. */
  children?: ReactNode;
};

/** Shape, colour and word: the status stays readable without any one of them. */
export function Status({ state, size = "md", className, children, ...rest }: StatusProps) {
  const { word, text } = STATES[state];
  return (
    <span {...rest} className={cx("status", size === "lg" && "text-row leading-5", text, className)}>
      <Glyph state={state} size={size === "lg" ? 12 : 10} />
      {children ?? word}
    </span>
  );
}

/** The shape alone, for narrow places; it carries the word as its name. */
export function StatusGlyph({
  state,
  size = 10,
  className,
}: {
  state: StatusState;
  size?: number;
  className?: string;
}) {
  return (
    <span
      role="img"
      aria-label={STATES[state].word}
      title={STATES[state].word}
      className={cx("inline-flex", className)}
    >
      <Glyph state={state} size={size} />
    </span>
  );
}

function Glyph({ state, size }: { state: StatusState; size: number }) {
  const { glyph, shape } = STATES[state];
  return (
    <svg viewBox="0 0 10 10" width={size} height={size} aria-hidden="true" className={cx("block flex-none", glyph)}>
      {shape}
    </svg>
  );
}
