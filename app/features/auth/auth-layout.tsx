import type { ReactNode } from "react";
import { useAppearance } from "../../lib/appearance.ts";
import { BrandMark } from "../../lib/brand-mark.tsx";
import { SignInArt } from "../../ui/brand.tsx";
import { buttonClass } from "../../ui/button-class.ts";

interface AuthLayoutProps {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
}

/** The frame of every page before the sign-in: 5/12 form, 7/12 brand; phones have the form alone. */
export function AuthLayout({ title, text, children }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[5fr_7fr]">
      <div className="flex flex-col px-6 pb-8 pt-8 sm:px-16 lg:px-[72px] lg:pb-[52px] lg:pt-14">
        <p className="flex items-center gap-3.5">
          <BrandMark />
          <span className="text-panel tracking-[-0.01em]">{useAppearance()?.agencyName || "MEDIUM TechCenter"}</span>
        </p>
        <main className="my-auto w-full max-w-[360px] py-10 max-lg:mx-auto max-sm:mx-0 max-sm:max-w-none">
          <h1 className="text-sentence-phone md:text-sentence">{title}</h1>
          {text && <p className="mt-1 text-text-2 [overflow-wrap:anywhere] [text-wrap:pretty]">{text}</p>}
          {children}
        </main>
        <p className="text-meta text-text-3">Nur für das Team. Zugang vergibt die Administration.</p>
      </div>
      <SignInArt className="max-lg:hidden" />
    </div>
  );
}

/** Stands below what such a page says where there is nothing left to do on it. */
export function LinkToPortal() {
  return (
    <a href="/" className={`${buttonClass({ size: "lg" })} mt-7`}>
      Zum Portal
    </a>
  );
}
