import type { SystemState } from "../../../contract/system/system.ts";

/** The packages that the portal is built on. */
export function Licences({ licences }: Pick<SystemState, "licences">) {
  const sorted = licences.toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <>
      <p className="mt-3 max-w-[640px] text-ui text-text-2">
        Soketi steht unter der AGPL-3.0. Das Portal benutzt es unverändert und als eigenes Programm; wer es ändert und
        über ein Netz anbietet, muss den geänderten Quelltext offenlegen.
      </p>
      <details className="mt-3 border-t">
        <summary className="cursor-pointer py-2.5 text-ui font-medium max-md:py-3">
          {sorted.length} Pakete anzeigen
        </summary>
        <table className="w-full text-ui [&_td]:pl-0 [&_th]:pl-0">
          <caption className="sr-only">Pakete und ihre Lizenzen</caption>
          <thead>
            <tr className="h-[34px] border-b border-line-strong text-left text-label text-text-3 [&>th]:font-medium">
              <th scope="col">Paket</th>
              <th scope="col" className="w-28">
                Version
              </th>
              <th scope="col" className="w-36 max-md:w-24">
                Lizenz
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ name, version, licence }) => (
              <tr key={name} className="h-8 border-b">
                <th scope="row" className="pr-3 text-left font-mono text-[12px] font-normal [overflow-wrap:anywhere]">
                  {name}
                </th>
                <td className="num pr-3 text-text-2">{version}</td>
                <td className="text-text-2">{licence}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
