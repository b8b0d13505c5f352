import { CollaborationCaret } from "@tiptap/extension-collaboration-caret";
import type { Awareness } from "y-protocols/awareness";
import { identityColour } from "../../ui/avatar/identity.ts";

export interface EditingPerson {
  id: string;
  name: string;
  /** `#rrggbb`; carets take the colour of the person's initials instead, which knows both themes. */
  color: string;
}

/** Where colleagues are in the text: a line, their name on it, and what they have selected. */
export const collaborationCarets = (awareness: Awareness, person: EditingPerson) =>
  CollaborationCaret.configure({
    provider: { awareness },
    user: person,
    render: (user) => {
      const { id, name } = user as EditingPerson;
      const caret = document.createElement("span");
      const colours = identityColour(String(id));
      caret.className = `caret ${colours}`;
      const flag = document.createElement("span");
      flag.className = `caret-flag ${colours}`;
      flag.textContent = String(name);
      // Who is here is told above the page; read out inside a sentence, the name would be taken for text.
      caret.setAttribute("aria-hidden", "true");
      caret.append(flag);
      return caret;
    },
    selectionRender: (user) => ({ class: `caret-selection ${identityColour(String((user as EditingPerson).id))}` }),
  });
