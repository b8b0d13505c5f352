import { CalendarPlus, Wrench } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import type { PaletteAction, PaletteSource } from "../../lib/palette-action.ts";
import { beginMaintenance, readMaintained } from "./use-maintenance-key.ts";

const paletteActions: PaletteSource = ({ person, navigate }) => {
  const all: PaletteAction = {
    id: "go/maintenance",
    name: "Wartung",
    keywords: "Wartungsfenster,Ruhe,Downtime",
    group: "Bereiche",
    icon: Wrench,
    perform: () => navigate("/maintenance"),
  };
  if (!hasAbility(person.role, "manageMaintenance")) return [all];
  const plan: PaletteAction = {
    id: "maintenance-new",
    name: "Wartung planen",
    keywords: "Wartungsfenster,Ruhe,anlegen",
    group: "Befehle",
    icon: CalendarPlus,
    perform: () => void import("./open-maintenance-dialogs.tsx").then(({ openMaintenance }) => openMaintenance()),
  };
  const target = readMaintained();
  if (!target) return [plan, all];
  const begin: PaletteAction = {
    id: "maintenance-now",
    name: "Wartung starten",
    note: target.title,
    keywords: "jetzt,Ruhe,30 Minuten",
    group: "Dieser Eintrag",
    icon: Wrench,
    perform: beginMaintenance,
  };
  return [begin, plan, all];
};

export default paletteActions;
