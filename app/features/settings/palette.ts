import type { PaletteAction, PaletteSource } from "../../lib/palette-action.ts";
import { sectionsFor } from "./sections-for.ts";

/** Each section of the settings that the person may enter, by its name and by what it holds. */
const paletteActions: PaletteSource = ({ person, navigate }) =>
  sectionsFor(person).flatMap(({ title: group, sections }) =>
    sections
      .filter(({ path }) => path.startsWith("/settings/"))
      .map(
        ({ title, text, keywords = "", icon, path }): PaletteAction => ({
          id: `settings${path}`,
          name: title,
          note: "Einstellungen",
          group: "Bereiche",
          icon,
          isOnDemand: true,
          keywords: [group, ...text.split(/[\s,()]+/), ...keywords.split(" ")]
            .filter((word) => word.length > 2)
            .join(","),
          perform: () => navigate(path),
        }),
      ),
  );

export default paletteActions;
