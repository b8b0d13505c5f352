import type { ReactNode } from "react";
import { Tag, type TagProps } from "./tag.tsx";

interface LogRowProps {
  title: string;
  state: { label: string; tone: TagProps["tone"] };
  time: ReactNode;
  /** Where it went. */
  target?: ReactNode;
  /** How it went, in short facts. */
  facts?: readonly string[];
  /** The last words of the other side; those of a failure stand out. */
  answer?: string | null | undefined;
  /** What comes next. */
  next?: string | undefined;
  /** Unfolds below. */
  children?: ReactNode;
  action?: ReactNode;
}

/** A row of a log of what was sent: what and how it stands, where to, the other side's words, and what can be done. */
export function LogRow({ title, state, time, target, facts = [], answer, next, children, action }: LogRowProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b py-2.5">
      <div className="min-w-0 flex-1 basis-72 text-ui">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{title}</span>
          <Tag tone={state.tone}>{state.label}</Tag>
          <span className="num text-label text-text-3">{time}</span>
        </p>
        {target && <p className="text-text-2 [overflow-wrap:anywhere]">{target}</p>}
        {facts.length > 0 && <p className="text-meta text-text-2">{facts.join(" · ")}</p>}
        {answer && <LogText className={state.tone === "bad" ? "text-bad-text" : "text-text-2"}>{answer}</LogText>}
        {next && <p className="text-meta text-text-3">{next}</p>}
        {children}
      </div>
      {action}
    </li>
  );
}

/** Words of a machine, as they came. */
export function LogText({ className = "text-text-2", children }: { className?: string; children: ReactNode }) {
  return (
    <p className={`mt-0.5 font-mono text-[12px] leading-[18px] [overflow-wrap:anywhere] ${className}`}>{children}</p>
  );
}

/** What a row of a log unfolds. */
export function LogDetails({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="mt-0.5">
      <summary className="w-fit cursor-pointer text-meta text-text-3 max-md:py-[13px]">{label}</summary>
      {children}
    </details>
  );
}
