import { BookOpen, House, LayoutDashboard } from "lucide-react";
import type { PaletteSource } from "../../lib/palette-action.ts";

/** The three entries of spec section 2: each writes its name to the console, and leads where the name says. */
const paletteActions: PaletteSource = ({ navigate }) => {
  const go = (name: string, path: string) => () => {
    // biome-ignore lint/suspicious/noConsole: the spec asks for it
    console.log(name);
    navigate(path);
  };
  return [
    {
      id: "home",
      name: "Home",
      note: "Get to home page",
      group: "Gehe zu",
      icon: House,
      perform: go("Home", "/"),
    },
    {
      id: "dashboard",
      name: "Dashboard",
      note: "Get full information about current system status",
      group: "Gehe zu",
      icon: LayoutDashboard,
      perform: go("Dashboard", "/"),
    },
    {
      id: "documentation",
      name: "Documentation",
      note: "Visit documentation to lean more about all features",
      group: "Gehe zu",
      icon: BookOpen,
      perform: go("Documentation", "/wiki"),
    },
  ];
};

export default paletteActions;
