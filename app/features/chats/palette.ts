import { MessageSquarePlus, MessagesSquare } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import type { PaletteAction, PaletteSource } from "../../lib/palette-action.ts";

const paletteActions: PaletteSource = ({ person, navigate }) => {
  const all: PaletteAction = {
    id: "chats",
    name: "Chats",
    keywords: "Nachrichten,Unterhaltungen,ungelesen",
    group: "Befehle",
    icon: MessagesSquare,
    isOnDemand: true,
    perform: () => navigate("/wiki/chats"),
  };
  if (!hasAbility(person.role, "writeChats")) return [all];
  const begin: PaletteAction = {
    id: "chat-new",
    name: "Neuer Chat",
    keywords: "Frage,schreiben,Nachricht,eröffnen",
    group: "Befehle",
    icon: MessageSquarePlus,
    isOnDemand: true,
    perform: () => navigate("/wiki/chats?new"),
  };
  return [begin, all];
};

export default paletteActions;
