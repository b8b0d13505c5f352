import { type HolidayRegion, holidayRegionLabels, holidaysOf } from "../../../../contract/time/holidays.ts";
import { addDays, portalTime } from "../../../../contract/time/portal-time.ts";
import { portalNow } from "../../../lib/time/portal-clock.ts";
import { WeekdaysField } from "../../../records/form/controls/weekdays-field.tsx";
import { ChoiceSelect } from "../../../ui/form/choice-select.tsx";
import { Field } from "../../../ui/form/field.tsx";

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
  return (
    <div className="mt-[18px] grid gap-[18px]">
      <WeekdaysField
        days={days}
        hint="An ihnen geht um 8 Uhr die tägliche Zusammenfassung hinaus. Alle anderen Tage gehören zu den Ruhezeiten, wenn jemand keine eigenen Arbeitstage hat."
        errors={dayErrors}
        onChange={onDays}
      />
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
  const { day: today } = portalTime(portalNow());
  const year = Number(today.slice(0, 4));
  return [...holidaysOf(region, year), ...holidaysOf(region, year + 1)]
    .filter(([day]) => day > addDays(today, -1))
    .slice(0, shown)
    .map(([day, name]) => `${day.split("-").reverse().join(".")} ${name}`);
}
