import {
  maxPointsOfCheck,
  portalPoint,
  type VantageChoice,
  vantagePointStates,
  vantageRuleNames,
  vantageRules,
} from "../../../../contract/vantage-points/vantage-points.ts";
import type { useForm } from "../../../lib/form/form.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Fieldset } from "../../../ui/form/fieldset.tsx";
import { Select } from "../../../ui/form/select.tsx";
import type { CheckFields } from "../website-check-fields.tsx";

interface VantageFieldsProps {
  fields: ReturnType<typeof useForm<CheckFields>>;
  choices: readonly VantageChoice[];
}

/** From where something is looked at, and what several vantage points come to together. */
export function VantageFields({ fields, choices }: VantageFieldsProps) {
  const { points } = fields.values;
  const all = [{ id: portalPoint, name: "Portal", note: "" }, ...choices.map(toBox)];
  const toggle = (id: string, isOn: boolean) =>
    fields.change(
      "points",
      all.flatMap((known) => ((known.id === id ? isOn : points.includes(known.id)) ? [known.id] : [])),
    );
  return (
    <>
      <Fieldset legend="Geprüft von" errors={fields.errorsOf("points")}>
        <div className="mt-1.5 grid grid-cols-2 gap-x-4 gap-y-1.5 text-ui max-md:gap-y-0 max-[359px]:grid-cols-1">
          {all.map(({ id, name, note }) => (
            <Checkbox
              key={id}
              label={`${name}${note}`}
              checked={points.includes(id)}
              disabled={isFixed(points, id)}
              onChange={(event) => toggle(id, event.target.checked)}
            />
          ))}
        </div>
      </Fieldset>
      {points.length > 1 && (
        <Field
          label="Gilt als offline"
          hint="Gezählt wird nur, wer sich meldet. Die Mehrheit ist mehr als die Hälfte, von zweien also beide. Kommen nur einige nicht durch, steht hier „Beeinträchtigt“."
          errors={fields.errorsOf("rule")}
        >
          <Select {...fields.control("rule")}>
            {vantageRuleNames.map((rule) => (
              <option key={rule} value={rule}>
                {vantageRules[rule]}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}

const toBox = ({ id, name, state }: VantageChoice) => ({
  id,
  name,
  note: state === "online" ? "" : ` (${vantagePointStates[state].toLocaleLowerCase("de")})`,
});

/** The last one stays, and of many no more can be added. */
const isFixed = (points: readonly string[], id: string): boolean =>
  points.includes(id) ? points.length === 1 : points.length >= maxPointsOfCheck;
