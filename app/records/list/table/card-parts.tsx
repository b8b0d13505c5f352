import type { Declaration } from "../../../../contract/records/declaration.ts";
import type { Field } from "../../../../contract/records/fields.ts";
import type { RecordRow } from "../../../../contract/records/rows.ts";
import { portalToday } from "../../../lib/time/portal-clock.ts";
import { useRecordUi } from "../../record-ui.tsx";
import { DeviationMark } from "../../values/deviation-mark.tsx";
import { isEmptyValue } from "../../values/empty-value.ts";
import { formatShortDay } from "../../values/format-value.ts";
import { deviationToday, RecordValue } from "../../values/record-value.tsx";

interface CardPartProps {
  record: RecordRow;
  declaration: Declaration;
}

/** What a card says beside its name: the state of the record. */
export function CardState({ record, declaration }: CardPartProps) {
  const { card } = useRecordUi(record.type);
  const state = card ? undefined : stateOf(record, declaration);
  if (!card && !state) return null;
  return (
    <span className="hidden text-ui text-text-2 max-md:block">
      {card ? <card.State record={record} /> : state && <RecordValue record={record} {...state} />}
    </span>
  );
}

/** What a card says beside its note: what matters most of the list's dates and figures. */
export function CardFact({ record, declaration }: CardPartProps) {
  const { card } = useRecordUi(record.type);
  const fact = card ? undefined : factOf(record, declaration);
  if (!card && !fact) return null;
  return (
    <span className="num ml-auto flex-none pl-2">
      {card ? <card.Fact record={record} /> : fact && <Fact record={record} {...fact} />}
    </span>
  );
}

/** What lies on the lower edge of a card. */
export function CardEdge({ record }: { record: RecordRow }) {
  const { card } = useRecordUi(record.type);
  if (!card?.Edge) return null;
  return (
    <span className="absolute inset-x-0 bottom-0 hidden max-md:block">
      <card.Edge record={record} />
    </span>
  );
}

function stateOf({ values }: RecordRow, { fields, list }: Declaration) {
  for (const name of list.columns) {
    const field = fields[name];
    if (field?.kind === "choice" && !isEmptyValue(values[name])) return { name, field };
  }
  return undefined;
}

const factKinds: readonly Field["kind"][] = ["date", "money", "integer"];

/** The value that is too late, else the one that is near, else the first that stands in the list. */
function factOf(record: RecordRow, declaration: Declaration) {
  const { type, values } = record;
  const { fields, list } = declaration;
  const state = stateOf(record, declaration)?.name;
  const facts = list.columns.flatMap((name) => {
    const field = fields[name];
    if (!field || name === state || isEmptyValue(values[name])) return [];
    const tone = deviationToday(type, name, values)?.tone;
    // A choice is a state of its own; as a second one it is said only where it asks for something.
    return factKinds.includes(field.kind) || (field.kind === "choice" && tone) ? { name, field, tone } : [];
  });
  return facts.find(({ tone }) => tone === "bad") ?? facts.find(({ tone }) => tone === "warn") ?? facts[0];
}

/** „Rückgabe 25.12.“, „AVV fehlt“, „3 Websites“, „1 Website“ */
function Fact({ record, name, field }: { record: RecordRow; name: string; field: Field }) {
  const value = record.values[name];
  const heading = field.brief ?? field.heading ?? field.label;
  if (field.kind === "integer")
    return (
      <>
        <RecordValue record={record} name={name} field={field} /> {value === 1 ? (field.one ?? heading) : heading}
      </>
    );
  if (field.kind === "money") return <RecordValue record={record} name={name} field={field} />;
  const said = field.kind === "date" ? formatShortDay(String(value), portalToday()) : undefined;
  const text = said ?? (field.kind === "choice" ? (field.options[String(value)] ?? "").toLowerCase() : "");
  const deviation = deviationToday(record.type, name, record.values);
  const fact = `${heading} ${text}`;
  if (!deviation) return fact;
  return <DeviationMark deviation={deviation}>{fact}</DeviationMark>;
}
