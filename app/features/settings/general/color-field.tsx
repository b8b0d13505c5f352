import { RotateCcw } from "lucide-react";
import { brandColors } from "../../../../contract/values/brand-colors.ts";
import { readColor } from "../../../../contract/values/color.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { ColorPreview } from "./color-preview.tsx";

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
