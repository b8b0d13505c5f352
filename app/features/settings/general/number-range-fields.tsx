import { useQuery } from "@tanstack/react-query";
import { generalSettings } from "../../../../contract/settings/general.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";

export const rangeNames = ["customer", "device", "feedback"] as const;
type RangeName = (typeof rangeNames)[number];
export type RangeFields = Record<RangeName, { prefix: string; digits: string }>;

const labels: Record<RangeName, string> = { customer: "Kunden", device: "Geräte", feedback: "Feedback" };

interface NumberRangeFieldsProps {
  values: RangeFields;
  isWrong: boolean;
  onChange: (values: RangeFields) => void;
  onBlur: () => void;
}

/** How numbers are made: what stands before the figure, how long it is, and which comes next. */
export function NumberRangeFields({ values, isWrong, onChange, onBlur }: NumberRangeFieldsProps) {
  const next = useQuery(useTRPC().setting.nextNumbers.queryOptions({})).data;
  const errors = isWrong ? errorsOf(values) : {};
  const change = (name: RangeName, part: Partial<RangeFields[RangeName]>) =>
    onChange({ ...values, [name]: { ...values[name], ...part } });
  return (
    <>
      <p className="mt-3 max-w-[640px] text-text-2">
        Gilt für neue Einträge; vergebene Nummern bleiben, wie sie sind. Die Zählung läuft weiter.
      </p>
      <div className="mt-[18px] grid gap-[18px]">
        {rangeNames.map((name) => (
          <fieldset
            key={name}
            className="grid grid-cols-[140px_110px] items-start gap-x-3 sm:grid-cols-[140px_110px_minmax(0,1fr)]"
          >
            <legend className="mb-1.5 text-ui font-semibold">{labels[name]}</legend>
            <Field label="Vorsatz" errors={errors[`${name}.prefix`]}>
              <TextInput
                value={values[name].prefix}
                onChange={(event) => change(name, { prefix: event.target.value.toUpperCase() })}
                onBlur={onBlur}
                maxLength={8}
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
              />
            </Field>
            <Field label="Stellen" errors={errors[`${name}.digits`]}>
              <TextInput
                value={values[name].digits}
                onChange={(event) => change(name, { digits: event.target.value })}
                onBlur={onBlur}
                inputMode="numeric"
                maxLength={1}
                autoComplete="off"
                className="num"
              />
            </Field>
            <p className="flex items-center text-ui text-text-2 max-sm:col-span-2 max-sm:mt-2 sm:mt-[26px] sm:min-h-9">
              <span>
                Nächste: <span className="font-mono text-text-1">{sample(values[name], next?.[name])}</span>
              </span>
            </p>
          </fieldset>
        ))}
      </div>
    </>
  );
}

function sample({ prefix, digits }: RangeFields[RangeName], next = 1): string {
  const width = Number(digits);
  return prefix + String(next).padStart(Number.isInteger(width) && width > 0 && width <= 8 ? width : 1, "0");
}

/** What is wrong with which of the six fields; the form itself knows only that something is. */
function errorsOf(values: RangeFields): Record<string, string[]> {
  const read = generalSettings.shape.numberRanges.safeParse(
    Object.fromEntries(rangeNames.map((name) => [name, { ...values[name], digits: Number(values[name].digits) }])),
  );
  const found: Record<string, string[]> = {};
  for (const { path, message } of read.error?.issues ?? []) {
    const key = path.join(".");
    found[key] = [...new Set([...(found[key] ?? []), message])];
  }
  return found;
}
