import { useShortcutLabel } from "../../lib/shortcuts.ts";
import { chooseTheme, useTheme } from "../../lib/theme.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { Section } from "../../ui/section.tsx";
import { Segment } from "../../ui/segment.tsx";

const options = [
  { value: "light", label: "Hell" },
  { value: "dark", label: "Dunkel" },
] as const;

export function Appearance() {
  const theme = useTheme();
  const shortcut = useShortcutLabel("mod+j");
  return (
    <Section title="Farben">
      <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b py-2">
        <p className="min-w-0 flex-1 text-text-2">
          Gilt für diesen Browser. Umschalten geht überall mit <Kbd>{shortcut}</Kbd>.
        </p>
        <Segment label="Farben" options={options} value={theme} onChange={chooseTheme} />
      </div>
    </Section>
  );
}
