import { CalendarDays, ChartColumnStacked } from "lucide-react";
import { hasAbility } from "../../../contract/roles.ts";
import type { PaletteSource } from "../../lib/palette-action.ts";

const paletteActions: PaletteSource = ({ navigate, person }) => [
  {
    id: "calendar",
    name: "Kalender",
    keywords: "Termine,Fristen,Monat,Zeitstrahl",
    group: "Bereiche",
    icon: CalendarDays,
    perform: () => navigate("/calendar"),
  },
  ...(hasAbility(person.role, "seePrices")
    ? [
        {
          id: "cost-forecast",
          name: "Kostenvorschau",
          keywords: "Kosten,Erlöse,Ausgaben,Rechnungen,Budget",
          group: "Bereiche",
          icon: ChartColumnStacked,
          perform: () => navigate("/cost-forecast"),
        } as const,
      ]
    : []),
];

export default paletteActions;
