import { useQuery } from "@tanstack/react-query";
import type { Erasure } from "../../../contract/privacy/privacy.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { Section } from "../../ui/section.tsx";

const kinds: Record<Erasure["type"], string> = { user: "Konto", contact: "Ansprechpartner", domain: "Domain-Inhaber" };

/** That somebody's data was erased stays known; who it was does not. */
export function ErasureLog() {
  const erasures = useQuery(useTRPC().privacy.erasures.queryOptions({}));
  return (
    <Section title="Löschprotokoll" className="mt-11">
      <QueryPanel query={erasures} failure="Das Löschprotokoll konnte nicht geladen werden." rows={2}>
        {(all) =>
          all.length === 0 ? (
            <p role="status" className="py-4 text-text-2">
              Noch keine Löschung.
            </p>
          ) : (
            <ul aria-label="Löschprotokoll">
              {all.map(({ type, id, at, by }) => (
                <li key={`${type}:${id}`} className="flex flex-wrap items-center gap-x-4 border-b py-2 text-ui">
                  <time dateTime={at.toISOString()} className="num text-text-2">
                    {formatDateTime(at)}
                  </time>
                  <span>{kinds[type]}</span>
                  <span className="font-mono text-[12px] text-text-3 [overflow-wrap:anywhere]">{id}</span>
                  <span className="text-text-2">durch {by ?? "ein gelöschtes Konto"}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryPanel>
    </Section>
  );
}
