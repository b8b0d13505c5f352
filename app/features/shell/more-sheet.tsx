import { Link, useLocation } from "@remix-run/react";
import { Bell, LogOut, type LucideIcon, MessageSquarePlus, Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { paletteDisclosure } from "../../lib/dialogs/disclosure.ts";
import { useSession } from "../../lib/people/session.tsx";
import { toggleTheme, useTheme } from "../../lib/theme.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useSignOut } from "../auth/use-sign-out.ts";
import { useGiveFeedback } from "../feedback/feedback-shortcut.ts";
import { isActiveEntry, navigation } from "./navigation.ts";
import { OwnAvatar } from "./own-avatar.tsx";

const rowClass =
  "relative flex h-12 w-full items-center gap-3.5 rounded-6 px-2 text-left text-row transition-colors hover:bg-tint-6 focus-visible:outline-offset-[-2px]";

/** What the phone's bar has no room for: all ten entries, the account, the theme and the way out. */
export function MoreSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { pathname } = useLocation();
  const { data: session } = useSession();
  const theme = useTheme();
  const giveFeedback = useGiveFeedback();
  const signOut = useSignOut();
  const close = () => onOpenChange(false);
  const search = () => {
    close();
    paletteDisclosure.open();
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Mehr" className="md:hidden">
      <ul className="-mx-2 mt-2">
        {navigation.map((entry) => {
          const isActive = isActiveEntry(entry, pathname);
          return (
            <li key={entry.label} className={entry.startsGroup ? "mt-1 border-t pt-1" : undefined}>
              {entry.opensSearch ? (
                <RowButton icon={entry.icon} onClick={search}>
                  {entry.label}
                </RowButton>
              ) : (
                <Link
                  to={entry.path}
                  onClick={close}
                  aria-current={isActive ? "page" : undefined}
                  className={cx(
                    rowClass,
                    isActive &&
                      "font-semibold before:absolute before:inset-y-2 before:-left-4 before:w-[3px] before:rounded-r-[2px] before:bg-brand",
                  )}
                >
                  <Icon of={entry.icon} size={20} className={isActive ? "text-brand-text" : "text-text-2"} />
                  {entry.label}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      <ul className="-mx-2 mt-1 border-t pt-1">
        {session && (
          <li>
            <Link to={`/users/${session.user.id}`} onClick={close} className={cx(rowClass, "h-14")}>
              <OwnAvatar size={32} />
              <span className="min-w-0">
                <span className="block truncate">Account</span>
                <span className="block truncate text-meta text-text-3">{session.user.name}</span>
              </span>
            </Link>
          </li>
        )}
        {session && (
          <li>
            <Link to={`/users/${session.user.id}/notifications`} onClick={close} className={rowClass}>
              <Icon of={Bell} size={20} className="text-text-2" />
              Benachrichtigungen
            </Link>
          </li>
        )}
        {giveFeedback && (
          <li>
            <RowButton
              icon={MessageSquarePlus}
              onClick={() => {
                close();
                giveFeedback();
              }}
            >
              Feedback geben
            </RowButton>
          </li>
        )}
        <li>
          <RowButton icon={theme === "dark" ? Sun : Moon} onClick={toggleTheme}>
            {theme === "dark" ? "Helles Design" : "Dunkles Design"}
          </RowButton>
        </li>
        <li>
          <RowButton icon={LogOut} onClick={signOut}>
            Abmelden
          </RowButton>
        </li>
      </ul>
    </Dialog>
  );
}

function RowButton({ icon, onClick, children }: { icon: LucideIcon; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick} className={rowClass}>
      <Icon of={icon} size={20} className="text-text-2" />
      {children}
    </button>
  );
}
