import { AppWindow, Bell, LayoutDashboard, type LucideIcon, Menu, Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { notificationPanelDisclosure, paletteDisclosure } from "../../lib/dialogs/disclosure.ts";
import { EagerLink } from "../../lib/pages/eager-link.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { prefetchedModule, useOpenedModule } from "../../ui/overlays/lazy-module.ts";
import { Badge } from "../../ui/status/badge.tsx";
import { unreadSentence, useUnreadBadge } from "../notifications/use-unread-badge.ts";
import { LiveNotice } from "./live-notice.tsx";
import { useNextPath } from "./next-page.ts";

const moreSheet = prefetchedModule(() => import("./more-sheet.tsx"));

/** The navigation of a phone. */
export function TabBar() {
  const [showsMore, setShowsMore] = useState(false);
  const sheet = useOpenedModule(moreSheet, { isOpen: showsMore, setOpen: setShowsMore });
  const { count } = useUnreadBadge();
  const isPanelOpen = notificationPanelDisclosure.useIsOpen();
  return (
    <nav
      aria-label="Hauptnavigation"
      className="fixed inset-x-0 bottom-0 z-40 grid grid-cols-[1fr_1fr_minmax(44px,0.8fr)_auto_minmax(44px,0.8fr)] border-t bg-canvas pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <LiveNotice
        className="col-span-5"
        textClass="flex h-[var(--live-notice)] items-center justify-center gap-2 border-b text-meta text-text-2"
      />
      <PageTab to="/" icon={LayoutDashboard} label="Dashboard" />
      <PageTab to="/websites" icon={AppWindow} label="Websites" />
      <ButtonTab icon={Search} label="Suche" onClick={paletteDisclosure.open} />
      <ButtonTab
        icon={Bell}
        label="Benachrichtigungen"
        isOpen={isPanelOpen}
        disabled={count === 0 && !isPanelOpen}
        onClick={notificationPanelDisclosure.toggle}
      >
        <span className="sr-only">{unreadSentence(count)}</span>
        <Badge count={count} className="absolute left-[calc(50%+4px)] top-[5px] shadow-[0_0_0_2px_var(--canvas)]" />
      </ButtonTab>
      <ButtonTab icon={Menu} label="Mehr" isOpen={showsMore} onClick={() => setShowsMore(true)} />
      {sheet && <sheet.MoreSheet open={showsMore} onOpenChange={setShowsMore} />}
    </nav>
  );
}

const tabClass =
  "relative flex h-14 flex-col items-center justify-center gap-[3px] text-rail disabled:text-text-3 disabled:opacity-75 focus-visible:rounded-10 focus-visible:outline-offset-[-2px]";

function PageTab({ to, icon, label }: { to: string; icon: LucideIcon; label: string }) {
  const pathname = useNextPath();
  const isActive = pathname === to || (to !== "/" && pathname.startsWith(`${to}/`));
  return (
    <EagerLink
      to={to}
      aria-current={isActive ? "page" : undefined}
      className={cx(
        tabClass,
        isActive
          ? "font-semibold text-text-1 before:absolute before:-top-px before:h-[3px] before:w-7 before:rounded-b-[2px] before:bg-brand"
          : "font-medium text-text-2",
      )}
    >
      <Icon of={icon} size={20} className={isActive ? "text-brand-text" : undefined} />
      {label}
    </EagerLink>
  );
}

type ButtonTabProps = {
  icon: LucideIcon;
  label: string;
  isOpen?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children?: ReactNode;
};

function ButtonTab({ icon, label, isOpen, disabled, onClick, children }: ButtonTabProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      disabled={disabled}
      onClick={onClick}
      className={cx(tabClass, "font-medium text-text-2")}
    >
      <Icon of={icon} size={20} />
      {label}
      {children}
    </button>
  );
}
