import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Field } from "../../../../contract/records/fields.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { portalDate } from "../../../../contract/time/today.ts";
import { useRecordUi } from "../../record-ui.tsx";
import { isEmptyValue } from "../../values/empty-value.ts";
import { formatShortDay } from "../../values/format-value.ts";
import { DeviationMark, deviationToday, RecordValue } from "../../values/record-value.tsx";

/** What a card says at its right: the state of the record, and below it what matters most of the list's dates and figures. */
export function CardAside({ record, declaration }: { record: RecordRow; declaration: Declaration }) {
  const { fields, list } = declaration;
  const { card } = useRecordUi(record.type);
  if (card)
    return (
      <td className="hidden py-[11px] text-right text-ui text-text-2 max-md:block">
        <card.Aside record={record} />
        {card.Edge && (
          <span className="absolute inset-x-0 bottom-0">
            <card.Edge record={record} />
          </span>
        )}
      </td>
    );
  const state = list.columns.find((name) => fields[name]?.kind === "choice" && !isEmptyValue(record.values[name]));
  const fact = factOf(record, declaration, state);
  const stateField = state && fields[state];
  return (
    <td className="hidden py-[11px] text-right text-ui text-text-2 max-md:block">
      {stateField && <RecordValue record={record} name={state} field={stateField} />}
      {fact && (
        <span className="num block text-note text-text-3">
          <Fact record={record} {...fact} />
        </span>
      )}
    </td>
  );
}

const factKinds: readonly Field["kind"][] = ["date", "money", "integer"];

/** The value that is too late, else the one that is near, else the first that stands in the list. */
function factOf({ type, values }: RecordRow, { fields, list }: Declaration, state: string | undefined) {
  const facts = list.columns.flatMap((name) => {
    const field = fields[name];
    if (!field || name === state || isEmptyValue(values[name])) return [];
    const tone = deviationToday(type, name, values)?.tone;
    // A choice is a state of its own; as a second one it is said only where it asks for something.
    return factKinds.includes(field.kind) || (field.kind === "choice" && tone) ? { name, field, tone } : [];
  });
  return facts.find(({ tone }) => tone === "bad") ?? facts.find(({ tone }) => tone === "warn") ?? facts[0];
}

/** „Rückgabe 25.12.“, „AVV fehlt“, „3 Websites“ */
function Fact({ record, name, field }: { record: RecordRow; name: string; field: Field }) {
  const value = record.values[name];
  const heading = field.brief ?? field.heading ?? field.label;
  if (field.kind === "integer")
    return (
      <>
        <RecordValue record={record} name={name} field={field} /> {heading}
      </>
    );
  if (field.kind === "money") return <RecordValue record={record} name={name} field={field} />;
  const said = field.kind === "date" ? formatShortDay(String(value), portalDate(new Date())) : undefined;
  const text = said ?? (field.kind === "choice" ? (field.options[String(value)] ?? "").toLowerCase() : "");
  const deviation = deviationToday(record.type, name, record.values);
  const fact = `${heading} ${text}`;
  if (!deviation) return fact;
  return <DeviationMark deviation={deviation}>{fact}</DeviationMark>;
}
