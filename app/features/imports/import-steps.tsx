import { Check } from "lucide-react";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";

const steps = [
  { key: "file", label: "Datei" },
  { key: "mapping", label: "Spalten zuordnen" },
  { key: "check", label: "Prüfen" },
  { key: "result", label: "Ergebnis" },
] as const;

export type ImportStep = (typeof steps)[number]["key"];

/** Where in the import one is; what lies behind carries a tick. */
export function ImportSteps({ current }: { current: ImportStep }) {
  const at = steps.findIndex(({ key }) => key === current);
  return (
    <ol aria-label="Schritte" className="mt-5 flex flex-wrap gap-x-6 gap-y-1 border-b pb-2.5 text-ui">
      {steps.map(({ key, label }, index) => (
        <li
          key={key}
          aria-current={index === at ? "step" : undefined}
          className={cx(
            "flex items-center gap-2",
            index === at ? "font-semibold text-text-1" : "text-text-3",
            index !== at && "max-md:hidden",
          )}
        >
          <span className="num grid h-5 w-5 place-items-center rounded-full border border-current text-label">
            {index < at ? <Icon of={Check} size={11} /> : index + 1}
          </span>
          {label}
          {index < at && <span className="sr-only"> erledigt</span>}
          {index === at && (
            <span className="font-normal text-text-3 md:hidden">
              Schritt {index + 1} von {steps.length}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
