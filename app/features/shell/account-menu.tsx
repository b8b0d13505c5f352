import { Link } from "@remix-run/react";
import { Bell, LogOut, MessageSquarePlus, Moon, Sun, User } from "lucide-react";
import { useSession } from "../../lib/people/session.tsx";
import { useShortcutLabel } from "../../lib/shortcuts.ts";
import { toggleTheme, useTheme } from "../../lib/theme.ts";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { useSignOut } from "../auth/use-sign-out.ts";
import { feedbackShortcut, useGiveFeedback } from "../feedback/feedback-shortcut.ts";
import { OwnAvatar } from "./own-avatar.tsx";

export function AccountMenu({ onOpenChange }: { onOpenChange: (open: boolean) => void }) {
  const { data: session } = useSession();
  const theme = useTheme();
  const themeKeys = useShortcutLabel("mod+j");
  const feedbackKeys = useShortcutLabel(feedbackShortcut);
  const giveFeedback = useGiveFeedback();
  const signOut = useSignOut();
  if (!session) return null;
  return (
    <Menu onOpenChange={onOpenChange}>
      <MenuTrigger asChild>
        <button type="button" data-account-menu className="relative rounded-full transition-opacity hover:opacity-90">
          <span className="sr-only">Konto von </span>
          <OwnAvatar />
        </button>
      </MenuTrigger>
      <MenuContent side="right" align="end" sideOffset={12}>
        <MenuItem icon={User} asChild>
          <Link to={`/users/${session.user.id}`}>Account</Link>
        </MenuItem>
        <MenuItem icon={Bell} asChild>
          <Link to={`/users/${session.user.id}/notifications`}>Benachrichtigungen</Link>
        </MenuItem>
        {giveFeedback && (
          <MenuItem icon={MessageSquarePlus} kbd={feedbackKeys} onSelect={giveFeedback}>
            Feedback geben
          </MenuItem>
        )}
        <MenuItem icon={theme === "dark" ? Sun : Moon} kbd={themeKeys} onSelect={toggleTheme}>
          {theme === "dark" ? "Helles Design" : "Dunkles Design"}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={LogOut} onSelect={signOut}>
          Abmelden
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
