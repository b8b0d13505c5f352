import { ScanSearch } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import type { PaletteSource } from "../../lib/palette-action.ts";

const paletteActions: PaletteSource = ({ person, navigate }) =>
  hasAbility(person.role, "editRecords")
    ? [
        {
          id: "discover",
          name: "Websites aus Adressen anlegen",
          keywords: "Adresse,URL,prüfen und anlegen,Impressum,neue Website,Liste",
          group: "Befehle",
          icon: ScanSearch,
          isOnDemand: true,
          perform: () => navigate("/discover"),
        },
      ]
    : [];

export default paletteActions;
