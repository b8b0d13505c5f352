import type { ReactNode } from "react";
import { useAppearance } from "../../lib/appearance.ts";
import { BrandMark } from "../../lib/brand-mark.tsx";

/** The frame of what customers see: one calm column that names the agency and nothing of the portal. */
export function AskLayout({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[640px] flex-col px-5 pb-10 pt-8 sm:px-8 sm:pt-14">
      <p className="flex items-center gap-3.5">
        <BrandMark />
        <span className="text-panel tracking-[-0.01em]">{useAppearance()?.agencyName || "MEDIUM TechCenter"}</span>
      </p>
      <main className="mt-10 w-full sm:mt-14">
        <h1 className="text-sentence-phone [text-wrap:balance] md:text-sentence">{title}</h1>
        {text && <p className="mt-2 text-text-2 [text-wrap:pretty]">{text}</p>}
        {children}
      </main>
    </div>
  );
}
