import { useQuery } from "@tanstack/react-query";
import type { SystemState } from "../../../contract/system/system.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatNumber } from "../../lib/format.ts";
import { useLiveState } from "../../lib/live/live-store.ts";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";
import { Status } from "../../ui/status/status.tsx";
import { formatBytes } from "../settings/format-measures.ts";
import { DiskBar } from "./disk-bar.tsx";
import { Licences } from "./licences.tsx";

/** How the portal is doing at this moment. */
export function SystemPanel() {
  const system = useQuery(useTRPC().system.get.queryOptions({}));
  return (
    <QueryPanel query={system} failure="Der Zustand des Systems konnte nicht gelesen werden." rows={8}>
      {(state) => <Facts state={state} />}
    </QueryPanel>
  );
}

function Facts({ state }: { state: SystemState }) {
  const {
    version,
    nodeVersion,
    startedAt,
    database,
    files,
    disk,
    unreadableSecrets,
    memoryBytes,
    waiting,
    people,
    licences,
  } = state;
  return (
    <>
      <Section title="Portal">
        <KeyValues
          items={[
            { key: "Version", value: version },
            { key: "Läuft seit", value: <time dateTime={startedAt.toISOString()}>{formatDateTime(startedAt)}</time> },
            { key: "Node.js", value: nodeVersion },
            { key: "Arbeitsspeicher", value: formatBytes(memoryBytes) },
            { key: "Aktive Konten", value: formatNumber(people.active) },
            { key: "Offene Sitzungen", value: formatNumber(people.sessions) },
            { key: "Live-Verbindung", value: <Connection /> },
          ]}
        />
      </Section>
      <Section title="Daten" className="mt-11">
        <DiskBar disk={disk} />
        <KeyValues
          items={[
            { key: "Datenbank", value: `${database.engine} ${database.version}, ${formatBytes(database.bytes)}` },
            { key: "Migrationen", value: formatNumber(database.migrations) },
            {
              key: "Dateien",
              value: `${formatNumber(files.count)}, zusammen ${formatBytes(files.bytes)}`,
            },
            ...(unreadableSecrets.length > 0
              ? [
                  {
                    key: "Nicht lesbar",
                    value: (
                      <span className="text-bad-text">
                        {unreadableSecrets.join(", ")}. secrets.json ist eine andere als die, mit der versiegelt wurde.
                      </span>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Section>
      <Section title="Warteschlangen" className="mt-11">
        <KeyValues
          items={[
            { key: "E-Mails", value: waits(waiting.mails) },
            { key: "Webhooks", value: waits(waiting.webhooks) },
          ]}
        />
      </Section>
      <Section title="Lizenzen" className="mt-11">
        <Licences licences={licences} />
      </Section>
    </>
  );
}

const waits = (count: number) => (count === 0 ? "Nichts wartet" : `${formatNumber(count)} warten`);

/** How this browser is joined to the live events. */
function Connection() {
  const live = useLiveState();
  if (live === "connecting") return <Status state="unknown">Verbindet …</Status>;
  return live === "online" ? <Status state="online">Verbunden</Status> : <Status state="offline">Unterbrochen</Status>;
}
