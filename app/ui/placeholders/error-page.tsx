import type { HTMLAttributes, ReactNode } from "react";
import { cx } from "../cx.ts";
import { Edge, type EdgeState } from "../status/edge.tsx";
import { ErrorId } from "./error-id.tsx";

const BROKEN: EdgeState[] = Array.from({ length: 60 }, (_, day) => (day >= 39 && day < 45 ? "gap" : "unknown"));

export type ErrorViewProps = Omit<HTMLAttributes<HTMLElement>, "title"> & {
  code: number | string;
  title: string;
  help?: ReactNode;
  /** Two at most: the way on, and another. */
  actions?: ReactNode;
  errorId?: string;
};

export function ErrorView({ code, title, help, actions, errorId, className, children, ...rest }: ErrorViewProps) {
  return (
    <section {...rest} className={cx("max-w-[760px]", className)}>
      <p className="num text-ui text-text-3">Fehler {code}</p>
      <h1 className="mt-1.5 text-sentence-phone md:text-error">{title}</h1>
      {help && <p className="mt-2 max-w-[520px] text-help text-text-2">{help}</p>}
      {children}
      <div aria-hidden="true" className="mb-7 mt-9">
        <Edge segments={BROKEN} label="" className="![--gap:3px]" />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {actions}
        {errorId && <ErrorId id={errorId} copy className="ml-auto max-md:ml-0 max-md:w-full" />}
      </div>
    </section>
  );
}
