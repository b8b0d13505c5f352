import { Link } from "@remix-run/react";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Field } from "../../../contract/records/fields.ts";
import { fieldNamed } from "../../../contract/records/read-value.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { confirm } from "../../lib/dialogs/confirm.tsx";
import { formatNumber } from "../../lib/format.ts";
import { filteredListPath } from "../../records/record-urls.ts";
import { RecordMenu } from "../../records/related/record-menu.tsx";
import { isEmptyValue } from "../../records/values/empty-value.ts";
import { FieldValue } from "../../records/values/field-value.tsx";
import { Dot } from "../../records/values/tag-list.tsx";
import { usages, type ValueType } from "./list-sections.ts";

interface ValueTableProps {
  type: ValueType;
  rows: readonly RecordRow[];
}

/** Narrower than a desktop only the name, what stands first beside it, and the usage are left. */
export function ValueTable({ type, rows }: ValueTableProps) {
  const { fields, labels, list, titleField } = declarationOf(type);
  const between = list.columns.filter((name) => name !== titleField && name !== usages[type].count);
  const columns = between.map((name) => ({ name, field: fieldNamed(fields, name) }));
  return (
    <table className="w-full table-fixed text-ui">
      <caption className="sr-only">{labels.many}</caption>
      <thead>
        <tr className="h-[34px] border-b border-line-strong text-left text-label text-text-3 [&_th]:font-medium">
          <th scope="col">{fields[titleField]?.label}</th>
          {columns.map(({ name, field }) => (
            <th key={name} scope="col" style={{ width: field.width }} className="max-xl:hidden">
              {field.heading ?? field.label}
            </th>
          ))}
          <th scope="col" className="w-28 text-right">
            {fields[usages[type].count]?.label}
          </th>
          <th scope="col" className="w-12">
            <span className="sr-only">Aktionen</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ValueRow key={row.id} type={type} row={row} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

interface ValueRowProps {
  type: ValueType;
  row: RecordRow;
  columns: readonly { name: string; field: Field }[];
}

function ValueRow({ type, row, columns }: ValueRowProps) {
  const { values, title } = row;
  const { impactPath } = usages[type];
  const first = columns.find(({ name }) => !isEmptyValue(values[name]));
  const color = type === "tag" && typeof values.color === "string" ? values.color : undefined;
  return (
    <tr className="border-b hover:bg-hover">
      <th scope="row" className="h-10 py-1.5 pr-3 text-left font-normal [overflow-wrap:anywhere]">
        <span className="inline-flex items-center gap-2 font-550">
          {color && <Dot color={color} />}
          {impactPath ? (
            <Link to={impactPath(row.id)} className="hover:underline max-md:py-2">
              {title}
            </Link>
          ) : (
            title
          )}
        </span>
        {first && (
          <span className="block text-note text-text-3 xl:hidden">
            {first.field.kind === "flag" ? (
              `${first.field.label}${values[first.name] ? "" : ": Nein"}`
            ) : (
              <FieldValue field={first.field} value={values[first.name]} />
            )}
          </span>
        )}
      </th>
      {columns.map(({ name, field }) => (
        <td key={name} className="truncate pr-3 max-xl:hidden">
          {isEmptyValue(values[name]) ? (
            <span className="text-text-3">–</span>
          ) : (
            <FieldValue field={field} value={values[name]} name={name} />
          )}
        </td>
      ))}
      <td className="num text-right">
        <UsageCount type={type} row={row} />
      </td>
      <td className="text-right">
        <RecordMenu record={row} beforeArchive={() => isSureToArchive(type, row)} />
      </td>
    </tr>
  );
}

function usageOf(type: ValueType, { values }: RecordRow): number {
  const count = values[usages[type].count];
  return typeof count === "number" ? count : 0;
}

function UsageCount({ type, row }: { type: ValueType; row: RecordRow }) {
  const count = usageOf(type, row);
  const { shownBy, one, many } = usages[type];
  if (count === 0 || !shownBy) return <span className={count === 0 ? "text-text-3" : ""}>{formatNumber(count)}</span>;
  return (
    <Link
      to={filteredListPath(shownBy.type, shownBy.field, row.id)}
      aria-label={`${formatNumber(count)} ${count === 1 ? one : many} mit ${row.title}`}
      className="hover:underline max-md:-mr-2 max-md:inline-block max-md:min-w-11 max-md:px-2 max-md:py-3"
    >
      {formatNumber(count)}
    </Link>
  );
}

/** What is in use stays where it is, but whoever archives it should know how often that is. */
async function isSureToArchive(type: ValueType, row: RecordRow): Promise<boolean> {
  const count = usageOf(type, row);
  if (count === 0) return true;
  const { one, many } = usages[type];
  return confirm({
    title: `„${row.title}“ archivieren?`,
    description: `In Gebrauch: ${formatNumber(count)} ${count === 1 ? one : many}. Dort bleibt der Wert stehen, neu wählen lässt er sich nicht mehr.`,
    confirmLabel: "Archivieren",
  });
}
