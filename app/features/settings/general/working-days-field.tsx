import { type HolidayRegion, holidayRegionLabels, holidaysOf } from "../../../../contract/time/holidays.ts";
import { addDays, portalTime } from "../../../../contract/time/portal-time.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { ChoiceSelect } from "../../../ui/form/choice-select.tsx";
import { Field } from "../../../ui/form/field.tsx";

const week = [1, 2, 3, 4, 5, 6, 0];
const names = ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"];
const shown = 3;

interface WorkingDaysFieldProps {
  days: readonly number[];
  region: HolidayRegion;
  dayErrors: readonly string[];
  regionErrors: readonly string[];
  onDays: (days: number[]) => void;
  onRegion: (region: HolidayRegion) => void;
}

/** On which days the agency works, with the next holidays of the state that is chosen. */
export function WorkingDaysField({ days, region, dayErrors, regionErrors, onDays, onRegion }: WorkingDaysFieldProps) {
  const coming = nextHolidays(region);
  const toggle = (day: number, isOn: boolean) =>
    onDays(isOn ? [...days, day].sort() : days.filter((other) => other !== day));
  return (
    <div className="mt-[18px] grid gap-[18px]">
      <fieldset data-invalid={dayErrors.length > 0 || undefined}>
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
        {dayErrors.map((error) => (
          <p key={error} role="alert" className="mt-1.5 text-meta text-bad-text">
            {error}
          </p>
        ))}
        <p className="mt-1.5 text-meta text-text-3">
          An ihnen geht um 8 Uhr die tägliche Zusammenfassung hinaus. Alle anderen Tage gehören zu den Ruhezeiten.
        </p>
      </fieldset>
      <Field
        label="Feiertage"
        hint={coming.length > 0 ? `Die nächsten: ${coming.join(", ")}.` : "Kein Tag im Jahr gilt als Feiertag."}
        errors={regionErrors}
        className="max-w-[440px]"
      >
        <ChoiceSelect labels={holidayRegionLabels} value={region} onChange={onRegion} />
      </Field>
    </div>
  );
}

/** „25.12.2026 1. Weihnachtstag“, from today on. */
function nextHolidays(region: HolidayRegion): string[] {
  const { day: today } = portalTime(new Date());
  const year = Number(today.slice(0, 4));
  return [...holidaysOf(region, year), ...holidaysOf(region, year + 1)]
    .filter(([day]) => day > addDays(today, -1))
    .slice(0, shown)
    .map(([day, name]) => `${day.split("-").reverse().join(".")} ${name}`);
}
