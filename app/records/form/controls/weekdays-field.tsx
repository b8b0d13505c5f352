import { Checkbox } from "../../../ui/form/checkbox.tsx";

const week = [1, 2, 3, 4, 5, 6, 0];
const names = ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"];

interface WeekdaysFieldProps {
  /** 0 is Sunday. */
  days: readonly number[];
  hint: string;
  errors: readonly string[];
  onChange: (days: number[]) => void;
}

/** On which days of the week somebody works. */
export function WeekdaysField({ days, hint, errors, onChange }: WeekdaysFieldProps) {
  const toggle = (day: number, isOn: boolean) =>
    onChange(isOn ? [...days, day].sort() : days.filter((other) => other !== day));
  return (
    <fieldset data-invalid={errors.length > 0 || undefined}>
      <legend className="mb-1.5 text-ui font-medium">Arbeitstage</legend>
      <div className="flex flex-wrap gap-x-[18px] gap-y-1.5 max-md:grid max-md:grid-cols-2 max-md:gap-y-0">
        {week.map((day) => (
          <Checkbox
            key={day}
            label={names[day]}
            checked={days.includes(day)}
            onChange={(event) => toggle(day, event.target.checked)}
          />
        ))}
      </div>
      {errors.map((error) => (
        <p key={error} role="alert" className="mt-1.5 text-meta text-bad-text">
          {error}
        </p>
      ))}
      <p className="mt-1.5 text-meta text-text-3">{hint}</p>
    </fieldset>
  );
}
