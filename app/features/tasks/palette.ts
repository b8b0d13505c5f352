import { ListChecks, ListPlus } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import type { PaletteAction, PaletteSource } from "../../lib/palette-action.ts";
import { beginTask } from "./use-task-key.ts";

const paletteActions: PaletteSource = ({ person, navigate }) => {
  const all: PaletteAction = {
    id: "tasks",
    name: "Aufgaben",
    keywords: "To-dos,zu tun,offen,erledigt",
    group: "Bereiche",
    icon: ListChecks,
    perform: () => navigate("/tasks"),
  };
  if (!hasAbility(person.role, "writeTasks")) return [all];
  const begin: PaletteAction = {
    id: "task-new",
    name: "Neue Aufgabe",
    keywords: "To-do,erinnern,Wiedervorlage,anlegen",
    group: "Befehle",
    icon: ListPlus,
    perform: beginTask,
  };
  return [begin, all];
};

export default paletteActions;
