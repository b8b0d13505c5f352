import { Link } from "@remix-run/react";
import { CircleAlert, FileText, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { PlannedPage } from "../../../../contract/wiki/page-transfer.ts";
import { formatNumber } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { linkClass } from "../../../ui/link-class.ts";
import { pagePath } from "../page-path.ts";

const shownAtFirst = 200;
const indents = ["pl-0", "pl-5", "pl-10", "pl-14", "pl-20"] as const;

interface PlannedTreeProps {
  pages: readonly PlannedPage[];
  /** Whether they can be opened by now. */
  isLinked: boolean;
}

/** The pages of an import as they lie below each other, each with what there is to know about it. */
export function PlannedTree({ pages, isLinked }: PlannedTreeProps) {
  const [isWhole, setWhole] = useState(false);
  const levels = levelsOf(pages);
  const shown = isWhole ? pages : pages.slice(0, shownAtFirst);
  return (
    <section aria-label="Seiten des Imports" className="mt-6">
      <ul className="border-t">
        {shown.map((page) => (
          <li
            key={page.index}
            className={cx("border-b py-2", indents[Math.min(levels[page.index] ?? 0, indents.length - 1)])}
          >
            <span className="flex min-w-0 items-baseline gap-2">
              {page.icon ? (
                <span aria-hidden="true">{page.icon}</span>
              ) : (
                <Icon of={FileText} size={14} className="flex-none self-center text-text-3" />
              )}
              <span
                className={cx("min-w-0 text-row [overflow-wrap:anywhere]", page.problem && "text-text-3 line-through")}
              >
                {isLinked && page.pageId ? (
                  <Link to={pagePath({ id: page.pageId, title: page.title })} className={linkClass}>
                    {page.title}
                  </Link>
                ) : (
                  page.title
                )}
              </span>
              {page.files > 0 && (
                <span className="ml-auto flex-none text-meta text-text-3">
                  {page.files === 1 ? "1 Datei" : `${formatNumber(page.files)} Dateien`}
                </span>
              )}
            </span>
            {page.problem && <Note icon={CircleAlert} tone="text-bad-text" text={page.problem} />}
            {page.warnings.map((warning) => (
              <Note key={warning} icon={TriangleAlert} tone="text-text-2" text={warning} />
            ))}
          </li>
        ))}
      </ul>
      {shown.length < pages.length && (
        <Button className="mt-3" onClick={() => setWhole(true)}>
          Alle {formatNumber(pages.length)} Seiten zeigen
        </Button>
      )}
    </section>
  );
}

function Note({ icon, tone, text }: { icon: typeof CircleAlert; tone: string; text: string }) {
  return (
    <span className={cx("mt-1 flex items-start gap-1.5 text-note", tone)}>
      <Icon of={icon} size={14} className="mt-[3px] flex-none" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
    </span>
  );
}

function levelsOf(pages: readonly PlannedPage[]): number[] {
  const levels: number[] = [];
  for (const { index, parent } of pages) levels[index] = parent === null ? 0 : (levels[parent] ?? 0) + 1;
  return levels;
}
