import { useQuery } from "@tanstack/react-query";
import {
  type HostAddress,
  type HostNetworkView,
  type HostPanel,
  networks,
  scannedPorts,
} from "../../../contract/addresses/addresses.ts";
import { forecastSentence } from "../../../contract/hosts/capacity.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatNumber } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { RecordLink } from "../../records/values/field-value.tsx";
import { Button } from "../../ui/button.tsx";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { isUnderWay, LookupLine, pollMs } from "../lookups/lookup-line.tsx";
import { UpdateChip } from "../technologies/update-chip.tsx";
import { PhpTag } from "./php-tag.tsx";

/** The tab „Netz & Auslastung“: addresses and who else is there, websites found there, ports, and the storage. */
export function NetworkTab({ host }: { host: RecordRow }) {
  const view = useQuery(
    useTRPC().address.host.queryOptions(
      { id: host.id },
      { refetchInterval: ({ state }) => (isUnderWay(state.data?.lookup) ? pollMs : false) },
    ),
  );
  return (
    <QueryPanel query={view} failure="Das Netz des Hosters konnte nicht geladen werden." rows={8}>
      {(found) => (
        <>
          <LookupLine id={host.id} kind="hostAddresses" lookup={found.lookup} />
          <Addresses addresses={found.addresses} hiddenCount={found.hiddenCount} />
          {found.unlinked.length > 0 && <Unlinked host={host} websites={found.unlinked} />}
          <Usage usage={found.usage} />
          <Seen view={found} />
        </>
      )}
    </QueryPanel>
  );
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`;

function Addresses({ addresses, hiddenCount }: { addresses: readonly HostAddress[]; hiddenCount: number }) {
  return (
    <Section title="Adressen">
      {addresses.length === 0 ? (
        <p className="py-4 text-ui text-text-2">Noch keine Adresse. Trage Hostname oder IP-Adressen ein.</p>
      ) : (
        <ul>
          {addresses.map((address) => (
            <li key={address.ip} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2 text-ui">
              <div className="min-w-0 flex-1 basis-64">
                <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                  <span className="num font-550 [overflow-wrap:anywhere]">{address.ip}</span>
                  {address.isResolved && <Tag>aus dem DNS</Tag>}
                  {address.isCdn ? (
                    <Tag tone="mnt">hinter CDN</Tag>
                  ) : (
                    address.network && <Tag>Netz von {networks[address.network].label}</Tag>
                  )}
                </p>
                <p className="text-note text-text-3 [overflow-wrap:anywhere]">
                  {address.reverse.join(", ") || "ohne Rückwärtsnamen"}
                </p>
              </div>
              <span className="text-text-2">{sharing(address)}</span>
            </li>
          ))}
        </ul>
      )}
      {hiddenCount > 0 && (
        <p className="pt-3 text-note text-text-3">
          {counted(hiddenCount, "zugeordnete Website ist", "zugeordnete Websites sind")} über andere Adressen
          erreichbar, etwa hinter einem CDN; ob sie hier liegen, ist von außen nicht zu sehen.
        </p>
      )}
    </Section>
  );
}

function sharing({ websiteCount, customerCount, isCdn }: HostAddress): string {
  if (websiteCount === 0) return "keine unserer Websites";
  const sites = counted(websiteCount, "Website", "Websites");
  if (isCdn || customerCount <= 1) return sites;
  return `geteilt: ${sites} von ${counted(customerCount, "Kunden", "Kunden")}`;
}

function Unlinked({ host, websites }: { host: RecordRow; websites: HostNetworkView["unlinked"] }) {
  const mayEdit = hasAbility(useRole(), "editRecords") && !host.archivedAt;
  const link = useMutate(useTRPC().address.linkWebsites.mutationOptions(), {
    refreshes: ["address", "website", "host"],
    success: "Zugeordnet.",
  });
  return (
    <Section
      title="Liegt auch hier"
      aside={
        mayEdit &&
        websites.length > 1 && (
          <Button
            size="sm"
            loading={link.isPending}
            onClick={() => link.mutate({ hostId: host.id, websiteIds: websites.map(({ website }) => website.id) })}
          >
            Alle {websites.length} zuordnen
          </Button>
        )
      }
    >
      <ul>
        {websites.map(({ website, ip, hosts }) => (
          <li key={website.id} className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b py-1.5 text-ui">
            <span className="min-w-0 flex-1 basis-56 font-550">
              <RecordLink to="website" value={website} />
            </span>
            <span className="num text-text-3">{ip}</span>
            <span className="text-text-2">
              {hosts.length > 0
                ? `bisher: ${hosts.map(({ label }) => label).join(", ")}`
                : "noch keinem Hoster zugeordnet"}
            </span>
            {mayEdit && (
              <Button
                size="sm"
                variant="ghost"
                loading={link.isPending}
                onClick={() => link.mutate({ hostId: host.id, websiteIds: [website.id] })}
              >
                Zuordnen
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Usage({ usage: { days, forecast } }: { usage: HostNetworkView["usage"] }) {
  const isSoon = forecast.kind === "full" && forecast.inDays <= 60;
  return (
    <Section title="Speicher">
      <p className={isSoon ? "pt-3 text-ui text-warn-text" : "pt-3 text-ui text-text-2"}>
        {forecastSentence(forecast)}
      </p>
      {days.length > 1 && (
        <div className="mt-3 max-w-[640px]">
          <Sparkline
            values={days.map(({ percent }) => percent)}
            label={`Belegter Speicher: zuletzt ${Math.round(days.at(-1)?.percent ?? 0)} %, davor ${Math.round(days[0]?.percent ?? 0)} %`}
            tone={isSoon ? "warn" : "ink"}
          />
          <p className="num flex justify-between pt-1 text-label text-text-3">
            <span>{dayLabel(days[0]?.day)}</span>
            <span>
              {dayLabel(days.at(-1)?.day)}: {formatNumber(Math.round(days.at(-1)?.percent ?? 0))} %
            </span>
          </p>
        </div>
      )}
    </Section>
  );
}

const dayLabel = (day = "") => day.split("-").toReversed().slice(0, 2).join(".").concat(".");

function Panel({ panel: { name, version, port, isSeen, software } }: { panel: HostPanel }) {
  if (!isSeen)
    return (
      <li>
        vermutlich {name}, nach dem Port {port}
      </li>
    );
  return (
    <li className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className="num">{version ? `${name} ${version}` : name}</span>
      {software.state !== "unknown" && <UpdateChip {...software} />}
      <span className="text-text-3">
        {version ? "nach der Anmeldeseite" : "nach der Anmeldeseite, die keine Version nennt"} (Port {port})
      </span>
    </li>
  );
}

function Seen({ view: { phpSeen, panels, ports } }: { view: HostNetworkView }) {
  return (
    <>
      {(phpSeen.length > 0 || panels.length > 0) && (
        <Section title="Von außen gesehen">
          <KeyValues
            items={[
              ...(phpSeen.length > 0
                ? [
                    {
                      key: "PHP",
                      value: (
                        <ul className="grid gap-1">
                          {phpSeen.map((php) => (
                            <li key={php.version} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                              <span className="num">{php.version}</span>
                              <PhpTag php={php} />
                              <span className="text-text-3">{counted(php.websiteCount, "Website", "Websites")}</span>
                            </li>
                          ))}
                        </ul>
                      ),
                    },
                  ]
                : []),
              ...(panels.length > 0
                ? [
                    {
                      key: "Verwaltung",
                      value: (
                        <ul className="grid gap-1">
                          {panels.map((panel) => (
                            <Panel key={`${panel.name} ${panel.version}`} panel={panel} />
                          ))}
                        </ul>
                      ),
                    },
                  ]
                : []),
            ]}
          />
          {panels.some(({ isSeen }) => isSeen) && (
            <p className="pt-3 text-note text-text-3">
              Anmeldeseiten erkennt das Portal an ihren dokumentierten Formen, an echten Servern noch nicht erprobt.
            </p>
          )}
        </Section>
      )}
      <Section title="Offene Ports">
        <p className="pt-3 text-ui text-text-2">{portSentence(ports)}</p>
        {ports.open.length > 0 && (
          <ul className="mt-2 border-t">
            {ports.open.map(({ ip, port, label, risk }) => (
              <li key={`${ip} ${port}`} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2 text-ui">
                <span className="num w-16 font-550">{port}</span>
                <span className="w-36">{label}</span>
                <span className="num text-text-3 [overflow-wrap:anywhere]">{ip}</span>
                <span className="min-w-0 flex-1 basis-56 text-text-2">{risk ?? ""}</span>
                {risk && <Tag tone="warn">unerwartet</Tag>}
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

const portCount = Object.keys(scannedPorts).length;

function portSentence({ isOn, lookup, open }: HostNetworkView["ports"]): string {
  if (!isOn)
    return `Aus. „Offene Ports suchen“ beim Bearbeiten einschalten: einmal in der Woche, nur an den eingetragenen Adressen und ${portCount} bekannten Ports. Wo eine Verwaltung antwortet, wird ihre Anmeldeseite gelesen.`;
  if (!lookup?.answeredAt) return "Wird zum ersten Mal gesucht …";
  const at = formatDateTime(lookup.answeredAt);
  return open.length === 0 ? `Keiner der ${portCount} gefragten Ports ist offen (${at}).` : `Stand ${at}.`;
}
