import { Bell } from "lucide-react";
import { notificationPanelDisclosure } from "../../lib/dialogs/disclosure.ts";
import type { PaletteSource } from "../../lib/palette-action.ts";
import { unreadSentence } from "./use-unread-badge.ts";

/** With nothing unread the panel has nothing to show that the history does not: it lives on the account page. */
const paletteActions: PaletteSource = ({ person, unread, navigate }) => [
  {
    id: "notifications",
    name: "Benachrichtigungen anzeigen",
    keywords: "Hinweise,Glocke",
    group: "Befehle",
    icon: Bell,
    hint: unread > 0 ? unreadSentence(unread) : undefined,
    perform: () => (unread > 0 ? notificationPanelDisclosure.open() : navigate(`/users/${person.id}/notifications`)),
  },
];

export default paletteActions;
