import * as Radix from "@radix-ui/react-dialog";
import { useNavigate } from "@remix-run/react";
import { type Action, KBarProvider, KBarSearch, useKBar, useRegisterActions, VisualState } from "kbar";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { paletteDisclosure } from "../../lib/dialogs/disclosure.ts";
import { usePageActions } from "../../lib/page-actions.ts";
import { type PaletteAction, type PaletteSource, paletteGroups } from "../../lib/palette-action.ts";
import { useSession } from "../../lib/people/session.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useSignOut } from "../auth/use-sign-out.ts";
import { useUnreadBadge } from "../notifications/use-unread-badge.ts";
import { PaletteResults } from "./palette-results.tsx";

const sources = import.meta.glob<PaletteSource>("../*/palette.ts", { eager: true, import: "default" });

/** The dialog locks the page, holds the focus and fades by itself; kbar keeps the actions, the query and the choice. */
const options = { disableDocumentLock: true, disableScrollbarManagement: true, animations: { enterMs: 0, exitMs: 0 } };

export function PaletteDialog() {
  return (
    <KBarProvider options={options}>
      <Palette />
    </KBarProvider>
  );
}

function Palette() {
  const isOpen = paletteDisclosure.useIsOpen();
  const actions = useOfferedActions();
  const content = useRef<HTMLDivElement>(null);
  const { query } = useKBar();
  useRegisterActions([...actions.values()].map(toKbar), [actions]);
  useEffect(() => {
    query.setVisualState(isOpen ? VisualState.animatingIn : VisualState.animatingOut);
  }, [isOpen, query]);

  // A toast that appeared later would otherwise take the key to itself.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    paletteDisclosure.close();
  };
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && paletteDisclosure.close()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          aria-describedby={undefined}
          ref={content}
          // Radix would take the field away before the key reaches kbar, which then misses it.
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            const isInside = event.target instanceof Node && content.current?.contains(event.target);
            if (!isInside) paletteDisclosure.close();
          }}
          onKeyDown={closeOnEscape}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            paletteDisclosure.returnFocus();
          }}
          className="fixed inset-x-0 bottom-0 z-[60] flex max-h-[calc(100dvh-24px)] flex-col overflow-hidden rounded-t-12 bg-raised pb-[env(safe-area-inset-bottom)] shadow-e3 data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-slow md:bottom-auto md:left-1/2 md:right-auto md:top-[120px] md:-ml-[300px] md:max-h-[calc(100dvh-144px)] md:w-[600px] md:rounded-12 md:pb-0"
        >
          <Radix.Title className="sr-only">Suche</Radix.Title>
          <div className="flex h-[54px] flex-none items-center gap-3 border-b px-[18px]">
            <Icon of={Search} size={20} className="text-text-3" />
            <KBarSearch
              aria-label="Suche"
              defaultPlaceholder="Search..."
              className="h-full min-w-0 flex-1 bg-transparent text-input outline-none"
            />
            <Radix.Close className="rounded-4 max-md:grid max-md:h-11 max-md:w-11 max-md:place-items-center">
              <Kbd aria-hidden="true">Esc</Kbd>
              <span className="sr-only">Schließen</span>
            </Radix.Close>
          </div>
          <PaletteResults actions={actions} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What every feature offers in its `palette.ts`, and what the page on screen does, by id. */
function useOfferedActions(): ReadonlyMap<string, PaletteAction> {
  const { data: session } = useSession();
  const { count } = useUnreadBadge();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const pageActions = usePageActions();
  const person = session?.user;
  return useMemo(() => {
    if (!person) return new Map();
    const context = { person, unread: count, navigate, signOut };
    const order = (action: PaletteAction) => paletteGroups.indexOf(action.group);
    const actions = [
      ...Object.values(sources).flatMap((source) => source(context)),
      ...pageActions.map((action): PaletteAction => ({ ...action, group: "Dieser Eintrag" })),
    ].sort((one, other) => order(one) - order(other));
    return new Map(actions.map((action) => [action.id, action]));
  }, [person, count, navigate, signOut, pageActions]);
}

function toKbar({ id, name, note, keywords, group, perform }: PaletteAction): Action {
  return { id, name, subtitle: note, keywords, section: group, perform };
}
