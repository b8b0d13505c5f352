import type { TaskItem } from "@tiptap/extension-list";
import { List, ListChecks, ListOrdered } from "lucide-react";
import { type EditorBlock, focused } from "./editor-block.ts";

export const lists: EditorBlock = {
  entries: [
    {
      id: "bulletList",
      name: "Liste",
      group: "Listen",
      icon: List,
      typed: "-",
      keywords: "aufzählung punkte bullet unordered",
      run: (editor) => focused(editor).toggleBulletList().run(),
    },
    {
      id: "orderedList",
      name: "Nummerierte Liste",
      group: "Listen",
      icon: ListOrdered,
      typed: "1.",
      keywords: "zahlen schritte ordered numbered",
      run: (editor) => focused(editor).toggleOrderedList().run(),
    },
    {
      id: "taskList",
      name: "Aufgabenliste",
      group: "Listen",
      icon: ListChecks,
      typed: "[ ]",
      keywords: "todo checkliste haken tasks checkbox",
      run: (editor) => focused(editor).toggleTaskList().run(),
    },
  ],
  tools: {
    text: [
      {
        id: "bulletList",
        label: "Liste",
        icon: List,
        keys: "Mod-Shift-8",
        isOn: (editor) => editor.isActive("bulletList"),
        run: (editor) => focused(editor).toggleBulletList().run(),
      },
      {
        id: "orderedList",
        label: "Nummerierte Liste",
        icon: ListOrdered,
        keys: "Mod-Shift-7",
        isOn: (editor) => editor.isActive("orderedList"),
        run: (editor) => focused(editor).toggleOrderedList().run(),
      },
      {
        id: "taskList",
        label: "Aufgabenliste",
        icon: ListChecks,
        keys: "Mod-Shift-9",
        isOn: (editor) => editor.isActive("taskList"),
        run: (editor) => focused(editor).toggleTaskList().run(),
      },
    ],
  },
  views: {
    taskItem: (node) =>
      (node as typeof TaskItem).configure({
        ...node.options,
        a11y: { checkboxLabel: ({ firstChild }) => `Erledigt: ${firstChild?.textContent || "leere Aufgabe"}` },
      }),
  },
  holders: ["bulletList", "orderedList", "taskList"],
};
