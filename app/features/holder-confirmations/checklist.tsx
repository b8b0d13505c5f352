import { useQuery } from "@tanstack/react-query";
import type { HolderCheck } from "../../../contract/holder-confirmations/checklist.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";

const states: Record<HolderCheck["state"], { label: string; tone: "ok" | "warn" | "neutral" }> = {
  ok: { label: "Passt", tone: "ok" },
  warn: { label: "Klären", tone: "warn" },
  none: { label: "Unbekannt", tone: "neutral" },
};

/** What fits together about who holds a domain, and what does not. */
export function Checklist({ domain }: { domain: RecordRow }) {
  const checks = useQuery(useTRPC().holderConfirmation.checklist.queryOptions({ domainId: domain.id }));
  return (
    <Section title="Wem gehört die Domain wirklich?">
      <QueryPanel query={checks} failure="Der Vergleich konnte nicht geladen werden." rows={6}>
        {(all) => (
          <ul aria-label="Wem gehört die Domain wirklich?">
            {all.map(({ key, state, text }) => (
              <li key={key} className="flex items-start gap-3 border-b py-2 text-ui last:border-b-0">
                <Tag tone={states[state].tone} className="mt-0.5 w-[76px] flex-none justify-center">
                  {states[state].label}
                </Tag>
                <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryPanel>
    </Section>
  );
}
