import { useLocation, useSearchParams } from "@remix-run/react";
import { PanelLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { hasAbility } from "../../../../contract/roles.ts";
import { useRole } from "../../../lib/people/use-role.ts";
import { usePageKey } from "../../../lib/shortcuts.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { TreePanel } from "../tree/tree-panel.tsx";
import { useNewPage } from "../use-new-page.ts";
import { wikiSearchMark } from "./wiki-search-field.tsx";

/** The tree beside what is read; where there is no room for it, it opens over the page. */
export function WikiFrame({ children }: { children: ReactNode }) {
  const column = useRef<HTMLElement>(null);
  const mayEdit = hasAbility(useRole(), "editRecords");
  const { create } = useNewPage();
  const { pathname } = useLocation();
  const hasOwnKeys = /^\/wiki\/(all|chats)$/.test(pathname);
  usePageKey("c", mayEdit && !hasOwnKeys ? () => create() : undefined);
  usePageKey("/", hasOwnKeys ? undefined : focusSearch);
  return (
    <div
      data-whole-window=""
      className="min-h-dvh lg:grid lg:grid-cols-[240px_minmax(0,1fr)] xl:grid-cols-[268px_minmax(0,1fr)]"
    >
      <aside
        ref={column}
        aria-label="Inhalt des Wikis"
        className="sticky top-0 hidden h-dvh overflow-y-auto overscroll-contain border-r bg-canvas px-2.5 pb-8 pt-5 [scrollbar-width:thin] lg:block"
      >
        <TreePanel scroller={column} rowHeight={30} />
      </aside>
      <div className="min-w-0 pb-20 md:pb-0">
        <TreeSheet />
        {children}
      </div>
    </div>
  );
}

function TreeSheet() {
  const { pathname } = useLocation();
  const isWriting = useSearchParams()[0].has("edit");
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever page was chosen, it is shown now
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div
      className={cx("z-10 flex h-12 items-center border-b bg-canvas px-gutter lg:hidden", !isWriting && "sticky top-0")}
    >
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={<span className="sr-only">Wiki</span>}
        onOpenAutoFocus={(event) => event.preventDefault()}
        trigger={
          <button type="button" className="-ml-2 flex h-11 items-center gap-2 rounded-6 px-2 text-ui font-medium">
            <Icon of={PanelLeft} className="text-text-2" />
            Wiki
          </button>
        }
        className="max-md:h-[calc(100dvh-24px)] max-md:!px-4 md:!inset-y-0 md:!left-20 md:!right-auto md:!m-0 md:!h-dvh md:!max-h-none md:!w-[320px] md:!rounded-none md:!bg-canvas md:!px-3"
      >
        <SheetTree onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function SheetTree({ onDone }: { onDone: () => void }) {
  const inner = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement | null>(null);
  const [isReady, setReady] = useState(false);
  const [rowHeight, setRowHeight] = useState(30);
  useEffect(() => {
    scroller.current = inner.current?.closest<HTMLElement>('[role="dialog"]') ?? null;
    setRowHeight(window.matchMedia("(max-width: 767px)").matches ? 44 : 30);
    setReady(true);
  }, []);
  return <div ref={inner}>{isReady && <TreePanel scroller={scroller} rowHeight={rowHeight} onNewPage={onDone} />}</div>;
}

function focusSearch(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>(`[${wikiSearchMark}]`)];
  fields.find((field) => field.offsetParent !== null)?.focus();
}
