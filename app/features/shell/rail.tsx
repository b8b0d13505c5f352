import { BrandMark } from "../../lib/brand-mark.tsx";
import { paletteDisclosure } from "../../lib/dialogs/disclosure.ts";
import { EagerLink } from "../../lib/pages/eager-link.tsx";
import { Link } from "../../lib/pages/link.tsx";
import { useShortcutLabel } from "../../lib/shortcuts.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Tooltip } from "../../ui/overlays/tooltip.tsx";
import { isActiveEntry, type NavigationEntry, navigation } from "./navigation.ts";
import { useNextPath } from "./next-page.ts";
import { RailFoot } from "./rail-foot.tsx";

export function Rail() {
  return (
    <nav
      aria-label="Hauptnavigation"
      className="sticky top-0 z-20 hidden h-dvh w-20 flex-col border-r bg-canvas md:flex"
    >
      <Link
        to="/"
        aria-label="MEDIUM TechCenter, zum Dashboard"
        className="grid h-16 flex-none place-items-center focus-visible:rounded-10 focus-visible:outline-offset-[-2px] short:h-[52px] low:h-10"
      >
        <BrandMark />
      </Link>
      <ul className="min-h-0 flex-1 overflow-y-auto [scrollbar-width:none] low:[scrollbar-width:thin]">
        {navigation.map((entry) => (
          <li key={entry.label} className={entry.startsGroup ? "mt-2 short:mt-1 low:mt-0" : undefined}>
            {entry.opensSearch ? <SearchEntry entry={entry} /> : <PageEntry entry={entry} />}
          </li>
        ))}
      </ul>
      <RailFoot />
    </nav>
  );
}

const entryClass =
  "group relative flex h-[54px] w-full flex-col items-center justify-center gap-1 text-rail transition-colors focus-visible:rounded-10 focus-visible:outline-offset-[-2px] short:h-12 low:h-10 low:gap-0";

function PageEntry({ entry }: { entry: NavigationEntry & { path: string } }) {
  const isActive = isActiveEntry(entry, useNextPath());
  return (
    <EagerLink
      to={entry.path}
      aria-current={isActive ? "page" : undefined}
      className={cx(
        entryClass,
        isActive
          ? "font-semibold text-text-1 before:absolute before:inset-y-[11px] before:left-0 before:w-[3px] before:rounded-r-[2px] before:bg-brand"
          : "font-medium text-text-2 hover:text-text-1",
      )}
    >
      <EntryFace entry={entry} isActive={isActive} />
    </EagerLink>
  );
}

function SearchEntry({ entry }: { entry: NavigationEntry }) {
  const keys = useShortcutLabel("mod+k");
  return (
    <Tooltip label="Suche" keys={keys} side="right">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={paletteDisclosure.open}
        className={cx(entryClass, "font-medium text-text-2 hover:text-text-1")}
      >
        <EntryFace entry={entry} />
      </button>
    </Tooltip>
  );
}

function EntryFace({ entry, isActive = false }: { entry: NavigationEntry; isActive?: boolean }) {
  return (
    <>
      <span className="grid h-[26px] w-10 place-items-center low:h-6 rounded-8 transition-colors group-hover:bg-tint-7">
        <Icon of={entry.icon} size={20} className={isActive ? "text-brand-text" : undefined} />
      </span>
      {entry.label}
    </>
  );
}
