import { Link, useSearchParams } from "@remix-run/react";
import { Columns3, type LucideIcon, Rows3, Signpost } from "lucide-react";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";

const feedbackLayouts = ["list", "board", "roadmap"] as const;
type FeedbackLayout = (typeof feedbackLayouts)[number];

const name = "techcenter.feedback";
const yearSeconds = 365 * 24 * 3600;
const asLayout = (text: string | null | undefined) => feedbackLayouts.find((layout) => layout === text);

/** Keeps the way in which this browser looks at feedback where the server can read it. */
function rememberLayout(layout: FeedbackLayout): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${layout}; path=/; max-age=${yearSeconds}; samesite=lax`;
}

/**
 * How feedback opens: as the URL says; as the list where it asks for what only a list shows; else as this browser
 * was left, at first as the board.
 */
export function layoutOf(request: Request): FeedbackLayout {
  const { searchParams } = new URL(request.url);
  const named = asLayout(searchParams.get("layout"));
  if (named) return named;
  if (asksForList(searchParams)) return "list";
  const remembered = new RegExp(`(?:^|; )${name}=(\\w+)`).exec(request.headers.get("Cookie") ?? "")?.[1];
  return asLayout(remembered) ?? "board";
}

/** Whether a URL asks for what only the list shows. */
export function asksForList(params: URLSearchParams): boolean {
  return [...params.keys()].some((key) => key !== "layout" && !isOfBoard(key));
}

/** Whether the board knows a part of the URL: the search and every filter but that for its own columns. */
const isOfBoard = (key: string) => key === "q" || (/^f\[.+\]$/.test(key) && key !== "f[status]");

/** Where feedback is looked at in another way, narrowed by what means something in all of them. */
function layoutPath(params: URLSearchParams, layout: FeedbackLayout): string {
  const shared = [...params].filter(([key]) => isOfBoard(key));
  return `/feedback?${new URLSearchParams([["layout", layout], ...shared])}`;
}

const layouts: readonly { key: FeedbackLayout; label: string; icon: LucideIcon }[] = [
  { key: "list", label: "Liste", icon: Rows3 },
  { key: "board", label: "Board", icon: Columns3 },
  { key: "roadmap", label: "Roadmap", icon: Signpost },
];

/** The three ways to look at feedback; what narrows one of them narrows the next. */
export function Layouts({ current }: { current: FeedbackLayout }) {
  const [params] = useSearchParams();
  return (
    <nav
      aria-label="Darstellung"
      className="inline-flex h-8 flex-none rounded-6 border border-line-strong bg-surface max-md:h-auto"
    >
      {layouts.map(({ key, label, icon }) => (
        <Link
          key={key}
          to={layoutPath(params, key)}
          aria-current={key === current ? "page" : undefined}
          onClick={() => rememberLayout(key)}
          className={cx(
            "inline-flex items-center gap-1.5 border-r border-line-strong px-[11px] text-ui font-medium transition-colors first:rounded-l-[5px] last:rounded-r-[5px] last:border-r-0 max-md:min-h-11 max-md:min-w-11 max-md:justify-center",
            key === current ? "bg-sunken text-text-1" : "text-text-2 hover:text-text-1",
          )}
        >
          <Icon of={icon} />
          <span className="max-lg:sr-only">{label}</span>
        </Link>
      ))}
    </nav>
  );
}
