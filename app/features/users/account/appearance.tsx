import { type ReactNode, useState } from "react";
import { densities } from "../../../../contract/records/list-state.ts";
import { type Preferences, plainPreferences, startPages } from "../../../../contract/users/preferences.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { useSession } from "../../../lib/people/session.tsx";
import { useShortcutLabel } from "../../../lib/shortcuts.ts";
import { chooseTheme, useThemeChoice } from "../../../lib/theme.ts";
import { ChoiceSelect } from "../../../ui/form/choice-select.tsx";
import { Segment } from "../../../ui/form/segment.tsx";
import { Switch } from "../../../ui/form/switch.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { Section } from "../../../ui/section.tsx";
import { ShortcutList } from "./shortcut-list.tsx";

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

interface SettingRowProps {
  name?: string;
  text: ReactNode;
  children: ReactNode;
}

/** What a setting does beside the control that changes it; on phones the control stands below. */
function SettingRow({ name, text, children }: SettingRowProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        {name && <p className="font-medium">{name}</p>}
        <p className="text-text-2">{text}</p>
      </div>
      {children}
    </div>
  );
}

interface OwnPreferences {
  preferences: Preferences;
  /** What is being stored shows at once; what could not be stored goes back. */
  change: (part: Partial<Preferences>) => void;
}

/** How the signed-in person wants the portal, on every device of theirs. */
function usePreferences(): OwnPreferences {
  const trpc = useTRPC();
  const { data: session, update } = useSession();
  const [coming, setComing] = useState<Partial<Preferences>>({});
  const save = useMutate(trpc.user.updatePreferences.mutationOptions(), {
    refreshes: [],
    success: "Gespeichert.",
    onSuccess: update,
  });
  const change = (part: Partial<Preferences>) => {
    setComing(part);
    save.mutate(part, { onSettled: () => setComing({}) });
  };
  return { preferences: { ...plainPreferences, ...session?.preferences, ...coming }, change };
}
