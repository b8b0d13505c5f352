import { densities } from "../../../../contract/records/list-state.ts";
import { startPages } from "../../../../contract/users/preferences.ts";
import { useShortcutLabel } from "../../../lib/shortcuts.ts";
import { chooseTheme, useThemeChoice } from "../../../lib/theme.ts";
import { ChoiceSelect } from "../../../ui/form/choice-select.tsx";
import { Segment } from "../../../ui/form/segment.tsx";
import { Switch } from "../../../ui/form/switch.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { Section } from "../../../ui/section.tsx";
import { SettingRow } from "./setting-row.tsx";
import { ShortcutList } from "./shortcut-list.tsx";
import { usePreferences } from "./use-preferences.ts";

const themes = [
  { value: "light", label: "Hell" },
  { value: "dark", label: "Dunkel" },
  { value: "system", label: "System" },
] as const;

const densityLabels = { comfortable: "Normal", compact: "Kompakt" } as const;
const densityOptions = densities.map((value) => ({ value, label: densityLabels[value] }));

export function Appearance() {
  const theme = useThemeChoice();
  const toggle = useShortcutLabel("mod+j");
  const { preferences, change } = usePreferences();
  return (
    <>
      <Section title="Farben">
        <SettingRow
          text={
            <>
              Gilt für diesen Browser; „System“ folgt deinem Gerät. Umschalten geht überall mit <Kbd>{toggle}</Kbd>.
            </>
          }
        >
          <Segment label="Farben" options={themes} value={theme} onChange={chooseTheme} />
        </SettingRow>
      </Section>
      <Section title="Auf all deinen Geräten" className="mt-11">
        <SettingRow
          name="Dichte"
          text="Wie eng die Zeilen von Listen stehen. Jede Liste kannst du auch einzeln ändern."
        >
          <Segment
            label="Dichte"
            options={densityOptions}
            value={preferences.density}
            onChange={(density) => change({ density })}
          />
        </SettingRow>
        <SettingRow name="Startseite" text="Was sich nach dem Anmelden öffnet.">
          <ChoiceSelect
            aria-label="Startseite"
            className="w-44 max-md:w-full"
            labels={startPages}
            value={preferences.startPage}
            onChange={(startPage) => change({ startPage })}
          />
        </SettingRow>
        <SettingRow
          name="Unsichtbar"
          text="Niemand sieht, ob du online bist oder was du gerade offen hast. Solange du unsichtbar bist, siehst du es von anderen auch nicht."
        >
          <Switch
            aria-label="Unsichtbar"
            className="max-md:min-w-11 max-md:justify-end"
            checked={preferences.isInvisible}
            onChange={(event) => change({ isInvisible: event.target.checked })}
          />
        </SettingRow>
      </Section>
      <ShortcutList />
    </>
  );
}
