import { Image } from "../../../lib/image.tsx";
import { themeColours } from "../../../lib/theme.ts";
import { Mark } from "../../../ui/brand.tsx";
import { ImageUpload } from "../../files/image-upload.tsx";

interface LogoFieldProps {
  logoKey: string | null;
  errors: readonly string[];
  onChange: (key: string | null) => void;
}

const grounds = [
  { label: "Hell", color: themeColours.light },
  { label: "Dunkel", color: themeColours.dark },
];

/** The agency's logo, with how it looks on both backgrounds. */
export function LogoField({ logoKey, errors, onChange }: LogoFieldProps) {
  return (
    <div>
      {/* The picture stands in line with the fields, the ground for dropping reaches beyond them. */}
      <div className="-m-2">
        <ImageUpload
          imageKey={logoKey}
          fallback={<Mark title="" />}
          label="Logo"
          shape="square"
          onUploaded={({ key }) => onChange(key)}
          onRemoved={() => onChange(null)}
        />
      </div>
      {errors.map((error) => (
        <p key={error} role="alert" className="mt-1.5 text-meta text-bad-text">
          {error}
        </p>
      ))}
      {logoKey && (
        <ul aria-label="Vorschau des Logos" className="mt-3 flex flex-wrap gap-4">
          {grounds.map(({ label, color }) => (
            <li key={label}>
              <span className="grid h-16 w-20 place-items-center rounded-8 border" style={{ backgroundColor: color }}>
                <Image imageKey={logoKey} alt="" sizes="56px" className="max-h-9 max-w-14 rounded-4 object-contain" />
              </span>
              <span className="mt-1 block text-label text-text-3">{label}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
