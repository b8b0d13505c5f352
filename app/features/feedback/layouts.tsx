import { Link, useSearchParams } from "@remix-run/react";
import { Columns3, type LucideIcon, Rows3, Signpost } from "lucide-react";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { type FeedbackLayout, layoutAddress, rememberLayout } from "./remembered-layout.ts";

const layouts: readonly { key: FeedbackLayout; label: string; icon: LucideIcon }[] = [
  { key: "list", label: "Liste", icon: Rows3 },
  { key: "board", label: "Board", icon: Columns3 },
  { key: "roadmap", label: "Roadmap", icon: Signpost },
];

/** The three ways to look at feedback; what narrows one of them narrows the next. */
export function Layouts({ current }: { current: FeedbackLayout }) {
  const [address] = useSearchParams();
  return (
    <nav
      aria-label="Darstellung"
      className="inline-flex h-8 flex-none rounded-6 border border-line-strong bg-surface max-md:h-auto"
    >
      {layouts.map(({ key, label, icon }) => (
        <Link
          key={key}
          to={layoutAddress(address, key)}
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
