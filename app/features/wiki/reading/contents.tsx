import { useEffect, useState } from "react";
import type { TocEntry } from "../../../../contract/wiki/page-rows.ts";
import { Link } from "../../../lib/pages/link.tsx";
import { cx } from "../../../ui/cx.ts";

/** The headings of a page as dashes at its margin; pointing at them or tabbing into them shows their words. */
export function Contents({ entries }: { entries: readonly TocEntry[] }) {
  const current = useCurrentHeading(entries);
  if (entries.length < 2) return null;
  const top = Math.min(...entries.map(({ level }) => level));
  return (
    <nav
      aria-label="Inhalt der Seite"
      className="group pointer-events-none absolute bottom-24 right-3 top-[120px] hidden md:block lg:right-5"
    >
      <div className="pointer-events-auto sticky top-16 lg:top-8">
        <div
          aria-hidden="true"
          className="flex max-h-[calc(100dvh-120px)] flex-col items-end gap-[9px] overflow-hidden py-3 pl-4 transition-opacity group-focus-within:opacity-0 group-hover:opacity-0"
        >
          {entries.map(({ id, level }) => (
            <i
              key={id}
              className={cx(
                "h-0.5 flex-none rounded-[1px] transition-all",
                id === current ? "w-[22px] bg-text-1" : cx("bg-line-strong", level > top ? "w-2.5" : "w-4"),
              )}
            />
          ))}
        </div>
        <ol className="pointer-events-none absolute right-0 top-0 max-h-[calc(100dvh-96px)] w-64 overflow-y-auto rounded-10 bg-raised p-[5px] opacity-0 shadow-e2 transition-opacity group-focus-within:pointer-events-auto group-focus-within:opacity-100 group-hover:pointer-events-auto group-hover:opacity-100">
          {entries.map(({ id, text, level }) => (
            <li key={id}>
              <Link
                to={{ hash: id }}
                replace
                aria-current={id === current ? "location" : undefined}
                className={cx(
                  "block truncate rounded-6 px-2 py-[5px] text-ui hover:bg-tint-6 focus-visible:outline-offset-[-2px]",
                  id === current ? "font-550 text-text-1" : "text-text-2",
                )}
                style={{ paddingLeft: `${8 + (level - top) * 14}px` }}
              >
                {text}
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  );
}

/** The same on a phone: a list that opens below the head of the page. */
export function ContentsDisclosure({ entries }: { entries: readonly TocEntry[] }) {
  if (entries.length < 3) return null;
  const top = Math.min(...entries.map(({ level }) => level));
  return (
    <details className="mt-4 rounded-8 bg-sunken px-4 text-ui md:hidden">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium">
        Inhalt<span className="num ml-2 font-normal text-text-3">{entries.length}</span>
      </summary>
      <ol className="pb-3">
        {entries.map(({ id, text, level }) => (
          <li key={id}>
            <Link
              to={{ hash: id }}
              replace
              className="flex min-h-11 items-center text-text-2"
              style={{ paddingLeft: `${(level - top) * 14}px` }}
            >
              {text}
            </Link>
          </li>
        ))}
      </ol>
    </details>
  );
}

const readingLine = 96;

/** The last heading that has passed the upper edge of the window. */
function useCurrentHeading(entries: readonly TocEntry[]): string | undefined {
  const [current, setCurrent] = useState(entries[0]?.id);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const passed = entries.filter(
        ({ id }) =>
          (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) < readingLine,
      );
      setCurrent((passed.at(-1) ?? entries[0])?.id);
    };
    const listen = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    window.addEventListener("scroll", listen, { passive: true });
    return () => {
      window.removeEventListener("scroll", listen);
      cancelAnimationFrame(frame);
    };
  }, [entries]);
  return current;
}
