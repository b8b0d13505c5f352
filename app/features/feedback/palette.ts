import { MessageSquarePlus } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import type { PaletteSource } from "../../lib/palette-action.ts";
import { feedbackShortcut, giveFeedback } from "./feedback-shortcut.ts";

const paletteActions: PaletteSource = ({ person }) =>
  hasAbility(person.role, "editRecords")
    ? [
        {
          id: "give-feedback",
          name: "Feedback geben",
          note: "Fehler, Idee, Frage oder Lob zu dieser Seite",
          keywords: "Fehler melden,Bug,Idee,Wunsch,Kritik",
          group: "Befehle",
          icon: MessageSquarePlus,
          shortcut: feedbackShortcut,
          isFrequent: true,
          perform: giveFeedback,
        },
      ]
    : [];

export default paletteActions;
