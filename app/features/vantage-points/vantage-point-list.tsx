import { useQuery } from "@tanstack/react-query";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Section } from "../../ui/section.tsx";
import { CreateVantagePoint } from "./vantage-point-form.tsx";
import { VantagePointRow } from "./vantage-point-row.tsx";

/** Agents report by themselves; whoever looks sees them within this time. */
const againMs = 10_000;

/** From where else is checked, and whether the agents there report. */
export function VantagePointList() {
  const points = useQuery({ ...useTRPC().vantagePoint.list.queryOptions({}), refetchInterval: againMs });
  return (
    <Section title="Messpunkte" aside={<CreateVantagePoint />}>
      <p className="mt-3 max-w-[640px] text-text-2">
        Von einem Messpunkt aus prüft ein eigener Agent, was ihm zugeteilt ist. Er läuft auf einem beliebigen Rechner
        und braucht nur HTTPS zum Portal. Was von wo aus geprüft wird, steht auf der Seite jeder Website, Domain und
        jedes Hosters unter „Überwachung einstellen“; ohne Angabe prüft das Portal selbst.
      </p>
      <QueryPanel query={points} failure="Die Messpunkte konnten nicht geladen werden." rows={3}>
        {(found) =>
          found.length === 0 ? (
            <p role="status" className="py-4 text-text-2">
              Noch kein Messpunkt. Das Portal prüft alles selbst.
            </p>
          ) : (
            <ul className="mt-3 border-t">
              {found.map((point) => (
                <VantagePointRow key={point.id} point={point} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
    </Section>
  );
}
