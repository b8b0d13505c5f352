import type { ReactNode } from "react";
import { cx } from "../../../ui/cx.ts";

interface BannerProps {
  label: string;
  tone: "warn" | "plain";
  text: string;
  note?: string;
  children: ReactNode;
}

/** A sentence that concerns the whole page, and what can be done about it. */
export function Banner({ label, tone, text, note, children }: BannerProps) {
  return (
    <section
      aria-label={label}
      className={cx(
        "mt-4 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-10 py-2.5 pl-4 pr-2.5",
        tone === "warn" ? "bg-warn-soft" : "bg-sunken",
      )}
    >
      <p className="min-w-0 flex-1 basis-56 text-ui font-medium">
        {text}
        {note && <span className="ml-2 font-normal text-text-2">{note}</span>}
      </p>
      {children}
    </section>
  );
}
