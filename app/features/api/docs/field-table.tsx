import type { Schema } from "./openapi.ts";
import { schemaText } from "./schema-text.ts";

export interface FieldRow {
  name: string;
  required: boolean;
  schema: Schema;
  description?: string | undefined;
}

/** The fields of a body, in the order of the form. */
export function rowsOf({ properties = {}, required = [] }: Schema): FieldRow[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    description: schema.description,
    required: required.includes(name),
  }));
}

/** Names, what they mean and what they may hold; on phones each is a card. */
export function FieldTable({ caption, rows }: { caption: string; rows: readonly FieldRow[] }) {
  return (
    <table className="mt-4 w-full text-ui max-md:block [&_td]:pl-0 [&_th]:pl-0">
      <caption className="pb-1 text-left text-ui font-semibold max-md:block">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Bedeutung</th>
          <th scope="col">Werte</th>
        </tr>
      </thead>
      <tbody className="border-t border-line-strong max-md:block">
        {rows.map(({ name, required, schema, description }) => (
          <tr key={name} className="border-b align-top max-md:block max-md:py-1.5 md:[&>*]:py-1.5">
            <th scope="row" className="w-[200px] pr-4 text-left font-normal max-md:block max-md:w-auto">
              <code className="font-mono text-[12px] [overflow-wrap:anywhere]">{name}</code>
              {required && <span className="ml-2 text-label text-text-3">Pflicht</span>}
            </th>
            <td className="pr-4 text-text-1 [overflow-wrap:anywhere] max-md:block">{description ?? ""}</td>
            <td className="w-[32%] text-text-3 [overflow-wrap:anywhere] max-md:block max-md:w-auto">
              {schemaText(schema)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
