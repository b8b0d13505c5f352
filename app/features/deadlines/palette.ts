import { CalendarClock, CalendarPlus } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import { readPageSubject } from "../../lib/page-subject.ts";
import type { PaletteAction, PaletteSource } from "../../lib/palette-action.ts";

const paletteActions: PaletteSource = ({ person, navigate }) => {
  const all: PaletteAction = {
    id: "deadlines",
    name: "Fristen und Termine",
    keywords: "Handlungsbedarf,fällig,überfällig",
    group: "Bereiche",
    icon: CalendarClock,
    isOnDemand: true,
    perform: () => navigate("/"),
  };
  const target = readPageSubject();
  if (!target || !hasAbility(person.role, "editRecords")) return [all];
  const begin: PaletteAction = {
    id: "deadline-new",
    name: "Eigener Termin",
    note: target.title,
    keywords: "Frist,Datum,Erinnerung,anlegen",
    group: "Dieser Eintrag",
    icon: CalendarPlus,
    perform: () => {
      void import("./open-deadline-dialogs.tsx").then(({ openOwnDate }) => openOwnDate({ target }));
    },
  };
  return [begin, all];
};

export default paletteActions;
