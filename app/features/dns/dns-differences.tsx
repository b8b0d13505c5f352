import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { DaySections } from "../../lib/pages/day-sections.tsx";
import { Section } from "../../ui/section.tsx";
import { TimelineRow } from "../change-events/timeline-row.tsx";

const shown = 5;

/** What differed from one look at a domain's DNS to the next, the latest; nothing while nothing has changed. */
export function DnsDifferences({ domainId }: { domainId: string }) {
  const { data } = useQuery(
    useTRPC().changeEvent.list.queryOptions({ type: "domain", id: domainId, view: "machine", limit: 25 }),
  );
  const found = (data?.data ?? []).filter((entry) => entry.by === "machine" && entry.source === "dns").slice(0, shown);
  if (found.length === 0) return null;
  return (
    <Section title="Zuletzt geändert">
      <DaySections entries={found}>
        {(entry) => <TimelineRow key={entry.id} entry={entry} pageId={domainId} />}
      </DaySections>
    </Section>
  );
}
