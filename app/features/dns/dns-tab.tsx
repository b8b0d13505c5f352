import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type DnsSnapshot, dnssecStates, serverStates, type ZoneRecord } from "../../../contract/dns/dns.ts";
import type { DnsView } from "../../../contract/dns/views.ts";
import { ownerIn } from "../../../contract/dns/zone-file.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate } from "../../lib/format.ts";
import { DaySections } from "../../lib/pages/day-sections.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { TimelineRow } from "../change-events/timeline-row.tsx";
import { isUnderWay, LookupLine, pollMs } from "../lookups/lookup-line.tsx";

/** The tab „DNS“: what the authoritative servers say, and what is wrong about it. */
export function DnsTab({ domain }: { domain: RecordRow }) {
  const dns = useQuery(
    useTRPC().dns.get.queryOptions(
      { id: domain.id },
      { refetchInterval: ({ state }) => (isUnderWay(state.data?.lookup) ? pollMs : false) },
    ),
  );
  return (
    <QueryPanel query={dns} failure="Der Stand der DNS-Einträge konnte nicht geladen werden." rows={8}>
      {(view) => (
        <>
          <LookupLine id={domain.id} kind="dns" lookup={view.lookup} />
          {view.findings.length > 0 && <Findings findings={view.findings} />}
          {view.snapshot?.state === "delegated" && <Answered view={view} snapshot={view.snapshot} />}
          <DnsDifferences domainId={domain.id} />
        </>
      )}
    </QueryPanel>
  );
}

const tones = { bad: "bad", warn: "warn", info: "neutral" } as const;
const levelLabels = { bad: "Fehler", warn: "Warnung", info: "Hinweis" } as const;

function Findings({ findings }: { findings: DnsView["findings"] }) {
  return (
    <ul className="mt-4 border-t">
      {findings.map(({ level, text }) => (
        <li key={text} className="flex items-start gap-3 border-b py-2.5 text-ui">
          <Tag tone={tones[level]} className="mt-0.5 flex-none">
            {levelLabels[level]}
          </Tag>
          <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
        </li>
      ))}
    </ul>
  );
}

const serverTones = { ok: "ok", silent: "warn", lame: "bad", noAddress: "bad", noIpv6: "neutral" } as const;

function Answered({ view: { name, zoneFile }, snapshot }: { view: DnsView; snapshot: DnsSnapshot }) {
  return (
    <>
      <Section title="Nameserver">
        <ul>
          {snapshot.servers.map(({ name: server, address, state, serial }) => (
            <li key={server} className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b py-1.5 text-ui">
              <span className="min-w-0 flex-1 basis-48 font-medium [overflow-wrap:anywhere]">{server}</span>
              <span className="num text-text-3">
                {[address, serial && `SOA ${serial}`].filter(Boolean).join(" · ")}
              </span>
              <Tag tone={serverTones[state]}>{serverStates[state]}</Tag>
            </li>
          ))}
        </ul>
      </Section>
      <Dnssec dnssec={snapshot.dnssec} />
      <Section
        title="Einträge"
        aside={
          zoneFile && (
            <Button size="sm" variant="ghost" icon={Download} onClick={() => download(`${name}.zone`, zoneFile)}>
              Als Zonendatei exportieren
            </Button>
          )
        }
      >
        <Records domain={name} records={snapshot.records} />
        <p className="pt-3 text-note text-text-3">
          „@“ ist die Domain selbst. Gefragt wird nach den üblichen Namen; andere Einträge der Zone sind von außen nicht
          zu sehen.
        </p>
      </Section>
    </>
  );
}

function Dnssec({ dnssec: { state, reason, expiresAt, dsRecords } }: { dnssec: DnsSnapshot["dnssec"] }) {
  const tone = state === "valid" ? "ok" : state === "broken" ? "bad" : state === "expiring" ? "warn" : "neutral";
  return (
    <Section title="DNSSEC">
      <KeyValues
        items={[
          { key: "Kette", value: <Tag tone={tone}>{dnssecStates[state]}</Tag> },
          ...(reason ? [{ key: "Grund", value: reason }] : []),
          ...(expiresAt ? [{ key: "Gültig bis", value: formatDate(new Date(expiresAt)) }] : []),
          ...dsRecords.map((ds, index) => ({
            key: index === 0 ? "DS bei der Registry" : `DS ${index + 1}`,
            value: <span className="font-mono text-[12px] [overflow-wrap:anywhere]">{ds}</span>,
          })),
        ]}
      />
    </Section>
  );
}

function Records({ domain, records }: { domain: string; records: readonly ZoneRecord[] }) {
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full text-left text-ui">
        <thead>
          <tr className="border-b text-label text-text-3">
            {["Typ", "Name", "Wert", "TTL"].map((heading) => (
              <th
                key={heading}
                scope="col"
                className={cx("py-2 pr-4 font-medium", (heading === "TTL" || heading === "Wert") && "max-md:hidden")}
              >
                {heading}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Kopieren</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map(({ name, type, ttl, value }) => (
            <tr key={`${name} ${type} ${value}`} className="border-b align-top">
              <td className="py-2 pr-4 font-medium leading-5">{type}</td>
              <td
                className="py-2 pr-4 font-mono text-[12px] leading-5 [overflow-wrap:anywhere] md:min-w-44"
                title={name}
              >
                {ownerIn(domain, name)}
                {/* A phone has no room beside it. */}
                <span className="block text-text-2 md:hidden">{value}</span>
              </td>
              <td className="min-w-40 py-2 pr-4 font-mono text-[12px] leading-5 [overflow-wrap:anywhere] max-md:hidden">
                {value}
              </td>
              <td className="num py-2 pr-2 text-text-3 max-md:hidden">{ttl}</td>
              <td className="py-1">
                <CopyButton text={value} label={`${type} ${name} kopieren`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function download(filename: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  URL.revokeObjectURL(url);
}

const shownDifferences = 5;

/** What differed from one look at a domain's DNS to the next, the latest; nothing while nothing has changed. */
function DnsDifferences({ domainId }: { domainId: string }) {
  const { data } = useQuery(
    useTRPC().changeEvent.list.queryOptions({ type: "domain", id: domainId, view: "machine", limit: 25 }),
  );
  const found = (data?.data ?? [])
    .filter((entry) => entry.by === "machine" && entry.source === "dns")
    .slice(0, shownDifferences);
  if (found.length === 0) return null;
  return (
    <Section title="Zuletzt geändert">
      <DaySections entries={found}>
        {(entry) => <TimelineRow key={entry.id} entry={entry} pageId={domainId} />}
      </DaySections>
    </Section>
  );
}
