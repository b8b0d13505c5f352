import { useQuery } from "@tanstack/react-query";
import { checkKinds, checkTargetTypeOf } from "../../../contract/checks/kinds.ts";
import { isReservedHost } from "../../../contract/checks/reserved-names.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { durationText } from "../../../contract/time/duration-text.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { Section } from "../../ui/section.tsx";
import { Status } from "../../ui/status/status.tsx";
import { Sightings } from "./vantage/sightings.tsx";

/** What is looked at of a record and how often; where nothing is, why not. */
export function CheckedParts({ record }: { record: RecordRow }) {
  const type = checkTargetTypeOf(record);
  const view = useQuery(useTRPC().check.get.queryOptions({ type, id: record.id }));
  return (
    <Section title="Was geprüft wird">
      <QueryPanel query={view} failure="Die Prüfungen konnten nicht geladen werden." rows={2}>
        {({ checks }) =>
          checks.length === 0 ? (
            <p className="max-w-[640px] py-4 text-text-2">{whyNot(record)}</p>
          ) : (
            <ul>
              {checks.map(
                ({ id, kind, label, address, intervalSeconds, status, cause, since, pausedBy, sightings }) => (
                  <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b py-2 text-ui">
                    <span className="w-28 flex-none font-550 max-md:flex-1">{checkKinds[kind]}</span>
                    <span className="min-w-0 flex-1 [overflow-wrap:anywhere] max-md:order-1 max-md:basis-full">
                      {kind === "push" ? label : address}
                      {cause && status !== "online" && status !== "paused" && (
                        <span className="block text-note text-text-2">{cause}</span>
                      )}
                      {status === "paused" && (
                        <span className="block text-note text-text-2">
                          Pausiert{pausedBy && ` von ${pausedBy.label}`}
                          {since && ` seit ${formatDateTime(since)} Uhr`}
                        </span>
                      )}
                    </span>
                    {kind !== "push" && (
                      <span className="num flex-none text-text-3 max-md:order-1">
                        alle {durationText(intervalSeconds * 1000)}
                      </span>
                    )}
                    <Status state={status} className="flex-none md:w-32" />
                    {sightings.length > 0 && status !== "paused" && (
                      <Sightings sightings={sightings} of={checkKinds[kind]} />
                    )}
                  </li>
                ),
              )}
            </ul>
          )
        }
      </QueryPanel>
    </Section>
  );
}

/** Why nothing is looked at, as far as the record itself says. */
function whyNot({ type, values, archivedAt, title }: RecordRow): string {
  if (archivedAt) return "Nichts, solange der Eintrag im Archiv liegt. Was früher gemessen wurde, steht unten.";
  const live = type === "host" ? ["active", "replacing"] : ["live"];
  if (type !== "domain" && !live.includes(String(values.lifecycle)))
    return "Nichts: Geprüft wird nur, was live ist. Ändere die Phase, sobald es so weit ist.";
  const address = type === "website" ? values.url : type === "host" ? (values.hostname ?? firstOf(values.ips)) : title;
  if (typeof address !== "string" || address === "")
    return "Nichts: Es fehlt eine Adresse. Trage einen Hostnamen oder eine IP-Adresse ein.";
  if (isReservedHost(hostOf(address)))
    return "Nichts: Namen mit dieser Endung sind für Beispiele und Tests reserviert und im Internet nicht erreichbar.";
  return "Nichts: Die Überwachung ist hier ausgeschaltet, oder die erste Prüfung steht noch aus.";
}

const firstOf = (value: unknown) => (Array.isArray(value) ? value[0] : undefined);
const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : address);
