import { Link } from "@remix-run/react";
import { Bell, LogOut, MessageSquarePlus, Moon, Sun, User } from "lucide-react";
import { useShortcutLabel } from "../../lib/shortcuts.ts";
import { toggleTheme, useTheme } from "../../lib/theme.ts";
import { MenuItem, MenuSeparator } from "../../ui/overlays/menu.tsx";
import { useSignOut } from "../auth/use-sign-out.ts";
import { feedbackShortcut, useGiveFeedback } from "../feedback/feedback-shortcut.ts";

/** What a person finds behind their picture. */
export function AccountItems({ userId }: { userId: string }) {
  const theme = useTheme();
  const themeKeys = useShortcutLabel("mod+j");
  const feedbackKeys = useShortcutLabel(feedbackShortcut);
  const giveFeedback = useGiveFeedback();
  const signOut = useSignOut();
  return (
    <>
      <MenuItem icon={User} asChild>
        <Link to={`/users/${userId}`}>Account</Link>
      </MenuItem>
      <MenuItem icon={Bell} asChild>
        <Link to={`/users/${userId}/notifications`}>Benachrichtigungen</Link>
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
    </>
  );
}
