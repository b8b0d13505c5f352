import type { ImportView } from "../../../contract/imports/imports.ts";

const shownRows = 5;

/** The first rows as they were read, by which wrong umlauts and wrong columns show at once. */
export function PreviewTable({ view }: { view: ImportView }) {
  const rows = view.preview.slice(0, shownRows);
  if (rows.length === 0) return <p className="mt-4 text-ui text-text-2">Unter der Überschrift steht keine Zeile.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="Vorschau der ersten Zeilen" tabIndex={0} className="mt-4 overflow-x-auto">
      <table className="w-full text-left text-ui">
        <thead>
          <tr className="border-b border-line-strong">
            <th scope="col" className="h-[34px] pr-4 text-label text-text-3">
              Zeile
            </th>
            {view.columns.map(({ heading }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
              <th key={at} scope="col" className="h-[34px] whitespace-nowrap pr-4 text-label text-text-3">
                {heading || `Spalte ${at + 1}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, cells }) => (
            <tr key={number} className="border-b">
              <th scope="row" className="num h-8 pr-4 font-normal text-text-3">
                {number}
              </th>
              {view.columns.map((_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
                <td key={at} className="h-8 max-w-[240px] truncate whitespace-nowrap pr-4">
                  {cells[at] ?? ""}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
