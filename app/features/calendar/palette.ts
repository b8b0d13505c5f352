import { CalendarDays } from "lucide-react";
import type { PaletteSource } from "../../lib/palette-action.ts";

const paletteActions: PaletteSource = ({ navigate }) => [
  {
    id: "calendar",
    name: "Kalender",
    keywords: "Termine,Fristen,Monat,Zeitstrahl",
    group: "Bereiche",
    icon: CalendarDays,
    perform: () => navigate("/calendar"),
  },
];

export default paletteActions;
