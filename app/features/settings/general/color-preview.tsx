import type { CSSProperties } from "react";
import { brandColors } from "../../../../contract/values/brand-colors.ts";
import { themeColours } from "../../../lib/theme.ts";
import { Badge } from "../../../ui/status/badge.tsx";

const themes = [
  { key: "light", label: "Hell" },
  { key: "dark", label: "Dunkel" },
] as const;

/** The parts that wear the brand, as they would look; nothing in it can be pressed. */
export function ColorPreview({ color }: { color: string }) {
  const colors = brandColors(color);
  return (
    <ul aria-label="Vorschau der Farbe" className="mt-4 grid max-w-[560px] gap-4 sm:grid-cols-2">
      {themes.map(({ key, label }) => (
        <li key={key} data-brand={colors[key]["--brand"]}>
          <div
            aria-hidden="true"
            className="relative flex flex-wrap items-center gap-3 overflow-hidden rounded-8 border py-4 pl-5 pr-4 text-ui"
            style={{ ...(colors[key] as CSSProperties), backgroundColor: themeColours[key] }}
          >
            <i className="absolute inset-y-4 left-0 w-[3px] bg-brand" />
            <span className="inline-flex h-8 items-center rounded-6 bg-brand px-3 font-medium text-on-brand">
              Speichern
            </span>
            <span className="rounded-4 bg-brand-soft px-1.5 font-medium text-brand-text">@Du</span>
            <span className="font-semibold text-brand-text">Neu</span>
            <Badge count={3} />
          </div>
          <p className="mt-1 text-label text-text-3">
            {label}: <span className="font-mono">{colors[key]["--brand"]}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
