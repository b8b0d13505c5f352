import { Building2, FileSignature, Globe, MonitorSmartphone, Plus, Server } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import type { PaletteAction, PaletteSource } from "../../lib/palette-action.ts";

/** What can be created; the declarations that also know these names are too large for what every page loads. */
const creations = [
  { path: "/websites/new", name: "Neue Website", icon: Plus },
  { path: "/domains/new", name: "Neue Domain", icon: Globe },
  { path: "/hosts/new", name: "Neuer Hoster", icon: Server },
  { path: "/customers/new", name: "Neuer Kunde", icon: Building2 },
  { path: "/devices/new", name: "Neues Gerät", icon: MonitorSmartphone },
  { path: "/contracts/new", name: "Neuer Vertrag", icon: FileSignature },
] as const;

const paletteActions: PaletteSource = ({ person, navigate }) => {
  if (!hasAbility(person.role, "editRecords")) return [];
  return creations.map(
    ({ path, name, icon }): PaletteAction => ({
      id: `create${path}`,
      name,
      icon,
      keywords: "anlegen,erstellen,hinzufügen",
      group: "Befehle",
      perform: () => navigate(path),
      // The other ways to begin are found by their names.
      ...(path === "/websites/new" ? { isFrequent: true } : { isOnDemand: true }),
    }),
  );
};

export default paletteActions;
