import { useQuery } from "@tanstack/react-query";
import { entriesOf } from "../../../contract/narrowing.ts";
import { queueLabels } from "../../../contract/system/lights.ts";
import type { SystemState } from "../../../contract/system/system.ts";
import { counted } from "../../../contract/values/counted.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatNumber, formatPercent } from "../../lib/format.ts";
import { type LiveState, useLiveState } from "../../lib/live/live-store.ts";
import { formatBytes } from "../../records/values/format-bytes.ts";
import { Button } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { cx } from "../../ui/cx.ts";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";
import { Status, type StatusState } from "../../ui/status/status.tsx";
import { LightList } from "./light-list.tsx";
import { NodeList } from "./node-list.tsx";
import { saveDiagnosis } from "./save-diagnosis.ts";
import { SizeList } from "./size-list.tsx";

const pingTexts: Record<SystemState["pingMethod"], string> = {
  icmp: "mit dem Befehl ping des Systems (ICMP); wer darauf nicht antwortet, über die Ports 443, 80 und 22",
  tcp: "über TCP, Ports 443, 80 und 22: der Befehl ping fehlt oder darf hier nicht senden",
};

const licenceColumns = [
  { label: "Paket" },
  { label: "Version", className: "w-28" },
  { label: "Lizenz", className: "w-36 max-md:w-24" },
];

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
  const { waiting } = state;
  return (
    <>
      <Section title="Zustand">
        <LightList lights={state.lights} />
        <p className="mt-3">
          <Button onClick={() => saveDiagnosis(state)}>Diagnose herunterladen</Button>
        </p>
        <p className="mt-2 max-w-[640px] text-ui text-text-2">
          Versionen, Zustände und Zahlen dieser Seite als Datei, ohne Namen, Adressen und Inhalte.
        </p>
      </Section>
      {state.hasNodes && (
        <Section title="Knoten" className="mt-11">
          <NodeList />
        </Section>
      )}
      <Section title="Portal" className="mt-11">
        <PortalFacts state={state} />
        <Changes changes={state.changes} />
      </Section>
      <Section title="Daten" className="mt-11">
        <DiskBar disk={state.disk} />
        <DataFacts state={state} />
      </Section>
      <Section title="Platz in der Datenbank" className="mt-11">
        <SizeList />
      </Section>
      <Section title="Warteschlangen" className="mt-11">
        <KeyValues items={entriesOf(queueLabels).map(([key, label]) => ({ key: label, value: waits(waiting[key]) }))} />
      </Section>
      <Section title="Lizenzen" className="mt-11">
        <Licences licences={state.licences} />
      </Section>
    </>
  );
}

function PortalFacts({ state }: { state: SystemState }) {
  const { version, nodeVersion, startedAt, people, pingMethod } = state;
  return (
    <KeyValues
      items={[
        { key: "Version", value: version },
        { key: "Daten", value: state.dataFits ? "passen zu dieser Version" : "passen nicht zu dieser Version" },
        { key: "Läuft seit", value: <time dateTime={startedAt.toISOString()}>{formatDateTime(startedAt)}</time> },
        { key: "Node.js", value: nodeVersion },
        { key: "Aktive Konten", value: formatNumber(people.active) },
        { key: "Offene Sitzungen", value: formatNumber(people.sessions) },
        { key: "Live-Verbindung", value: <Connection /> },
        { key: "Ping an Hoster", value: pingTexts[pingMethod] },
      ]}
    />
  );
}

function DataFacts({ state: { database, files } }: { state: SystemState }) {
  return (
    <KeyValues
      items={[
        { key: "Datenbank", value: `${database.engine} ${database.version}, ${formatBytes(database.bytes)}` },
        { key: "Migrationen", value: formatNumber(database.migrations) },
        { key: "Dateien", value: `${formatNumber(files.count)}, zusammen ${formatBytes(files.bytes)}` },
      ]}
    />
  );
}

/** What the version brought. */
function Changes({ changes }: Pick<SystemState, "changes">) {
  if (changes.length === 0) return null;
  return (
    <details className="border-b">
      <summary className="cursor-pointer py-2.5 text-ui font-medium max-md:py-3">Was diese Version ändert</summary>
      <ul className="list-disc pb-3 pl-5 text-ui text-text-2">
        {changes.map((change) => (
          <li key={change} className="mt-1.5 max-w-[640px]">
            {change}
          </li>
        ))}
      </ul>
    </details>
  );
}

const waits = (count: number) => (count === 0 ? "Nichts wartet" : counted(count, "wartet", "warten"));

const connections: Record<LiveState, { state: StatusState; word: string }> = {
  connecting: { state: "unknown", word: "Verbindet …" },
  online: { state: "online", word: "Verbunden" },
  paused: { state: "offline", word: "Pausiert: Von anderen Knoten kommt gerade nichts" },
  interrupted: { state: "offline", word: "Unterbrochen" },
};

/** How this browser is joined to the live events. */
function Connection() {
  const live = useLiveState();
  const { state, word } = connections[live];
  return <Status state={state}>{word}</Status>;
}

/** How much room there is where the data lie, as a bar and in words. */
function DiskBar({ disk: { freeBytes, totalBytes, state } }: { disk: SystemState["disk"] }) {
  if (state === "unknown")
    return (
      <p className="border-b py-3.5 text-ui text-text-2">Wie viel Platz frei ist, sagt der Datenträger gerade nicht.</p>
    );
  const used = 1 - freeBytes / totalBytes;
  const isLow = state !== "ok";
  return (
    <div className="border-b py-3.5">
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-4 bg-sunken forced-color-adjust-none">
        <div
          className={cx("h-full", isLow ? "bg-warn-fill" : "bg-s1")}
          style={{ width: `${Math.round(used * 100)}%` }}
        />
      </div>
      <p className={cx("mt-2 text-ui", isLow ? "font-medium text-warn-text" : "text-text-2")}>
        {formatBytes(freeBytes)} von {formatBytes(totalBytes)} frei, {formatPercent(used, 0)} belegt.
        {isLow && " Bitte bald Platz schaffen: Ohne freien Platz kann das Portal nichts mehr speichern."}
      </p>
    </div>
  );
}

/** The packages that the portal is built on. */
function Licences({ licences }: Pick<SystemState, "licences">) {
  const sorted = licences.toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <>
      <p className="mt-3 max-w-[640px] text-ui text-text-2">
        Soketi steht unter der AGPL-3.0. Das Portal benutzt es unverändert und als eigenes Programm; wer es ändert und
        über ein Netz anbietet, muss den geänderten Quelltext offenlegen.
      </p>
      <details className="mt-3 border-t">
        <summary className="cursor-pointer py-2.5 text-ui font-medium max-md:py-3">
          {counted(sorted.length, "Paket", "Pakete")} anzeigen
        </summary>
        <table className="w-full text-ui [&_td]:pl-0 [&_th]:pl-0">
          <caption className="sr-only">Pakete und ihre Lizenzen</caption>
          <thead>
            <ColumnHeads of={licenceColumns} />
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
