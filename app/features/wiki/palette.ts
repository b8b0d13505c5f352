import { FilePlus2, Search } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import type { PaletteAction, PaletteSource } from "../../lib/palette-action.ts";

const paletteActions: PaletteSource = ({ person, navigate }) => {
  const search: PaletteAction = {
    id: "wiki-search",
    name: "Wiki durchsuchen",
    keywords: "Seite,Anleitung,Wissen,finden",
    group: "Befehle",
    icon: Search,
    isOnDemand: true,
    perform: () => navigate("/wiki/search"),
  };
  if (!hasAbility(person.role, "editRecords")) return [search];
  return [
    {
      id: "wiki-new",
      name: "Neue Wiki-Seite",
      keywords: "anlegen,erstellen,schreiben,Wissen",
      group: "Befehle",
      icon: FilePlus2,
      isOnDemand: true,
      perform: () => navigate("/wiki/new"),
    },
    search,
  ];
};

export default paletteActions;
