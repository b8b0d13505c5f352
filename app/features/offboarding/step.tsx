import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";
import { type OffboardingStep, offboardingSteps } from "../../../contract/offboarding/offboarding.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";

const order = Object.keys(offboardingSteps);

interface StepProps {
  step: OffboardingStep;
  /** What is left of it, in words. */
  left: string;
  isDone: boolean;
  children?: ReactNode;
}

/** One step of the way out, with its number or a tick. */
export function Step({ step, left, isDone, children }: StepProps) {
  const headingId = useId();
  return (
    <li className="border-b py-5">
      <section aria-labelledby={headingId} className="flex gap-4 max-md:gap-3">
        <span
          aria-hidden="true"
          className={cx(
            "num mt-0.5 grid h-6 w-6 flex-none place-items-center rounded-full text-label font-semibold",
            isDone ? "bg-ok-soft text-ok-text" : "bg-sunken text-text-2",
          )}
        >
          {isDone ? <Icon of={Check} size={14} /> : order.indexOf(step) + 1}
        </span>
        <div className="min-w-0 flex-1">
          <h3 id={headingId} className="text-row font-semibold">
            {offboardingSteps[step]}
            {isDone && <span className="sr-only"> (erledigt)</span>}
          </h3>
          <p className="mt-0.5 text-text-2">{left}</p>
          {children}
        </div>
      </section>
    </li>
  );
}
