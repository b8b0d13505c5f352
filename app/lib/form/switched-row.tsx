import type { ReactNode } from "react";
import { Switch } from "../../ui/form/switch.tsx";
import { useShownChoice } from "../api/use-shown-choice.ts";

interface SwitchedRowProps {
  /** What the switch turns on and off, such as „Kanal Betrieb“. */
  label: string;
  isEnabled: boolean;
  /** Ends with the answer, which brings the version that the next change has to name. */
  onEnable: (isEnabled: boolean) => Promise<unknown>;
  /** What it is, in lines. */
  children: ReactNode;
  actions: ReactNode;
}

/** Something in a list that can be turned on and off, and what else can be done with it. */
export function SwitchedRow({ label, isEnabled, onEnable, children, actions }: SwitchedRowProps) {
  const [isOn, turn] = useShownChoice(isEnabled);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b py-2.5">
      <div className="min-w-0 flex-1 basis-72 text-ui">{children}</div>
      <div className="flex min-h-8 items-center gap-3 text-ui">
        <Switch
          label={isOn ? "An" : "Aus"}
          aria-label={`${label} eingeschaltet`}
          checked={isOn}
          onChange={({ target: { checked } }) => {
            if (isOn === isEnabled) turn(checked, onEnable(checked));
          }}
        />
        {actions}
      </div>
    </li>
  );
}
