import { RotateCcw } from "lucide-react";
import { brandColors } from "../../../../contract/values/brand-colors.ts";
import { readColor } from "../../../../contract/values/color.ts";
import { themeColours } from "../../../lib/theme.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Badge } from "../../../ui/status/badge.tsx";

/** The red of the tokens, for the picker to begin with. */
const ownRed = "#b40032";

interface ColorFieldProps {
  value: string;
  errors: readonly string[];
  onChange: (color: string) => void;
  onBlur: () => void;
}

/** A colour by eye or by its figure, and what becomes of it in either theme. */
export function ColorField({ value, errors, onChange, onBlur }: ColorFieldProps) {
  const read = readColor(value);
  const color = "value" in read ? read.value : undefined;
  return (
    <div className="mt-[18px]">
      <Field
        label="Farbe"
        hint="Für den wichtigsten Knopf, die Marke am aktiven Eintrag und ungelesene Hinweise. Leer: das Rot des Portals."
        errors={errors}
      >
        <span className="flex flex-wrap items-center gap-2">
          <input
            type="color"
            aria-label="Farbe aussuchen"
            value={color ?? ownRed}
            onChange={(event) => onChange(event.target.value)}
            className="h-9 w-11 flex-none cursor-pointer rounded-6 border border-control bg-surface p-1 max-md:h-11"
          />
          <TextInput
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            placeholder={ownRed}
            maxLength={7}
            autoComplete="off"
            spellCheck={false}
            className="max-w-[132px] font-mono"
          />
          {value !== "" && (
            <Button variant="ghost" icon={RotateCcw} className="max-md:-ml-3" onClick={() => onChange("")}>
              Zurück zum Rot des Portals
            </Button>
          )}
        </span>
      </Field>
      {color && (
        <>
          <ColorPreview color={color} />
          <Adjusted color={color} />
        </>
      )}
    </div>
  );
}

/** Says what had to be changed so that people can read it. */
function Adjusted({ color }: { color: string }) {
  const [light, dark] = [brandColors(color).light["--brand"], brandColors(color).dark["--brand"]];
  const changes = [
    ...(light === color ? [] : [`im hellen Design zu ${light}`]),
    ...(dark === color ? [] : [`im dunklen Design zu ${dark}`]),
  ];
  if (changes.length === 0) return null;
  const change = light === dark ? `zu ${light}` : changes.join(", ");
  return (
    <p role="status" className="mt-2.5 max-w-[560px] text-ui text-text-2">
      Sie wird {change} angepasst, damit Schrift darauf und Zeichen in ihr lesbar bleiben.
    </p>
  );
}

const themes = [
  { key: "light", label: "Hell" },
  { key: "dark", label: "Dunkel" },
] as const;

/** The parts that wear the brand, as they would look; nothing in it can be pressed. */
function ColorPreview({ color }: { color: string }) {
  const colors = brandColors(color);
  return (
    <ul aria-label="Vorschau der Farbe" className="mt-4 grid max-w-[560px] gap-4 sm:grid-cols-2">
      {themes.map(({ key, label }) => (
        <li key={key} data-brand={colors[key]["--brand"]}>
          <div
            aria-hidden="true"
            className="relative flex flex-wrap items-center gap-3 overflow-hidden rounded-8 border py-4 pl-5 pr-4 text-ui"
            style={{ ...colors[key], backgroundColor: themeColours[key] }}
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
