import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import type { NodeFigures, NodeState, PortalNode } from "../../../contract/system/nodes.ts";
import { counted } from "../../../contract/values/counted.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatMs, formatNumber } from "../../lib/format.ts";
import { formatBytes } from "../../records/values/format-bytes.ts";
import { Status, type StatusState } from "../../ui/status/status.tsx";

/** Nodes say each second how they are doing; whoever looks sees it within this time. */
const againMs = 5000;

const looks: Record<NodeState, { state: StatusState; word: string }> = {
  living: { state: "online", word: "Läuft" },
  draining: { state: "paused", word: "Wird beendet" },
  gone: { state: "offline", word: "Verschwunden" },
};

/** The nodes that serve this portal, and those that have vanished lately. */
export function NodeList() {
  const nodes = useQuery({ ...useTRPC().system.nodes.queryOptions({}), refetchInterval: againMs });
  return (
    <QueryPanel query={nodes} failure="Die Knoten konnten nicht gelesen werden." rows={3}>
      {(found) => (
        <ul className="border-t">
          {found.map((node) => (
            <NodeRow key={node.id} node={node} />
          ))}
        </ul>
      )}
    </QueryPanel>
  );
}

function NodeRow({ node }: { node: PortalNode }) {
  const { name, state, isOwn, version, startedAt, seenAt, silentMs, figures, leads } = node;
  const isGone = state === "gone";
  const seconds = Math.round(silentMs / 1000);
  const heard = isGone
    ? `zuletzt gehört ${formatDateTime(seenAt)}`
    : seconds < 2
      ? "gerade gehört"
      : `zuletzt gehört vor ${counted(seconds, "Sekunde", "Sekunden")}`;
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-1 border-b py-3">
      <div className="w-36 flex-none pt-px max-md:w-full">
        <Status state={looks[state].state}>{looks[state].word}</Status>
      </div>
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="text-ui font-medium [overflow-wrap:anywhere]">
          {name}
          {isOwn && <span className="font-normal text-text-3"> (dieser Knoten antwortet dir gerade)</span>}
        </h3>
        {/* Tabular figures would widen the hyphens, too. */}
        <p className="mt-0.5 text-ui text-text-2 [overflow-wrap:anywhere]">
          Version {version} · {isGone ? "lief" : "läuft"} seit {formatDateTime(startedAt)} · {heard}
        </p>
        {!isGone && figures && <Load figures={figures} />}
        {!isGone && figures && !figures.isConnected && (
          <p className="mt-1 text-ui">Redis ist von dort aus nicht zu erreichen: Live-Updates pausieren auf ihm.</p>
        )}
        {leads.length > 0 && <p className="mt-0.5 text-ui text-text-2">Führt gerade: {leads.join(", ")}</p>}
      </div>
    </li>
  );
}

/** „412 MB Arbeitsspeicher · 37 Live-Verbindungen · Verzögerung 12 ms · Redis 3 ms · 40 Prüfungen je Minute“ */
function Load({ figures }: { figures: NodeFigures }) {
  return (
    <p className="mt-0.5 text-ui text-text-2">
      {loadFacts(figures).map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && " · "}
          <span className="whitespace-nowrap">{fact}</span>
        </Fragment>
      ))}
    </p>
  );
}

function loadFacts({ memoryBytes, sockets, eventLoopMs, lagMs, gaps, looksPerMinute }: NodeFigures): string[] {
  const facts = [
    `${formatBytes(memoryBytes)} Arbeitsspeicher`,
    sockets !== null && counted(sockets, "Live-Verbindung", "Live-Verbindungen"),
    eventLoopMs !== null && `Verzögerung ${formatMs(eventLoopMs)}`,
    lagMs !== null && `Redis ${formatMs(lagMs)}`,
    gaps !== 0 && `${formatNumber(gaps)}-mal nachgelesen`,
    looksPerMinute !== null && `${counted(looksPerMinute, "Prüfung", "Prüfungen")} je Minute`,
  ];
  return facts.filter((fact) => fact !== false);
}
