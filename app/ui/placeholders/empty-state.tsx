import { ChevronRight, type LucideIcon } from "lucide-react";
import type { HTMLAttributes, ReactNode } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";

export type EmptyAction = { icon: LucideIcon; title: string; text?: string } & (
  | { href: string; onClick?: undefined }
  | { onClick: () => void; href?: undefined }
);

type ActionLink = { className: string; children: ReactNode };

export type EmptyStateProps = Omit<HTMLAttributes<HTMLDivElement>, "title"> & {
  title: string;
  text: ReactNode;
  /** What begins at once, right below the text. */
  lead?: ReactNode;
  actions?: readonly EmptyAction[];
  /** Draws an action that leads to a URL, to use the router's own link. */
  renderLink?: (href: string, link: ActionLink) => ReactNode;
};

const ROW =
  "flex min-h-16 w-full items-center gap-4 px-1 py-2 text-left transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]";

/** What is missing, what happens next, and then the actions that begin. */
export function EmptyState({
  title,
  text,
  lead,
  actions = [],
  renderLink = plainLink,
  className,
  ...rest
}: EmptyStateProps) {
  return (
    <div {...rest} className={cx("grid items-center gap-24 xl:grid-cols-[minmax(0,560px)_1fr]", className)}>
      <div className="max-w-[560px]">
        <h2 className="text-lead">{title}</h2>
        <p className="mt-1.5 text-help text-text-2">{text}</p>
        {lead}
        {actions.length > 0 && (
          <ul className="mt-7 border-t">
            {actions.map((action) => (
              <li key={action.title} className="border-b">
                {action.href === undefined ? (
                  <button type="button" className={ROW} onClick={action.onClick}>
                    <ActionRow action={action} />
                  </button>
                ) : (
                  renderLink(action.href, { className: ROW, children: <ActionRow action={action} /> })
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Terms />
    </div>
  );
}

function plainLink(href: string, { className, children }: ActionLink) {
  return (
    <a href={href} className={className}>
      {children}
    </a>
  );
}

function ActionRow({ action: { icon, title, text } }: { action: EmptyAction }) {
  return (
    <>
      <Icon of={icon} size={20} className="text-text-2" />
      <span className="block min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        {text && <span className="block text-note text-text-2">{text}</span>}
      </span>
      <Icon of={ChevronRight} className="text-text-3" />
    </>
  );
}

const TERMS = [
  "w-full [--now:90%]",
  "w-[86%] [--now:62%]",
  "w-[94%] [--now:78%]",
  "w-[72%] [--now:40%]",
  "w-[90%] [--now:70%]",
  "w-[80%] [--now:52%]",
];

function Terms() {
  return (
    <div aria-hidden="true" className="hidden gap-[30px] opacity-90 xl:grid">
      {TERMS.map((term, index) => (
        <div key={term} className={cx("relative h-[13px]", term)}>
          <i className="absolute inset-x-0 bottom-0 h-[3px] bg-line" />
          <i className="absolute bottom-0 left-0 h-[3px] w-[var(--now)] bg-line-strong" />
          <i
            className={cx(
              "absolute bottom-0 left-[var(--now)] -ml-px h-[13px] w-[3px]",
              index === 0 ? "bg-brand" : "bg-control",
            )}
          />
        </div>
      ))}
    </div>
  );
}
