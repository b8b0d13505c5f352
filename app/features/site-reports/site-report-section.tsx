import { useQuery } from "@tanstack/react-query";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type {
  SiteExtension,
  SiteReport,
  SiteReporterView,
  SiteVulnerability,
} from "../../../contract/site-reports/site-reports.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { confirm } from "../../lib/dialogs/confirm.tsx";
import { formatDateTime, formatNumber } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { formatBytes } from "../../records/values/format-bytes.ts";
import { Button } from "../../ui/button.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { UpdateChip } from "../technologies/update-chip.tsx";
import { ConnectSite } from "./connect-site.tsx";

/** What the plugin inside a WordPress reports; an offer to connect one where the website is a WordPress. */
export function SiteReportSection({ website }: { website: RecordRow }) {
  const mayConnect = hasAbility(useRole(), "manageSettings") && !website.archivedAt;
  const { data } = useQuery(useTRPC().siteReport.get.queryOptions({ websiteId: website.id }));
  if (!data) return null;
  const isWordPress = /^wordpress$/i.test(String(website.values.cms ?? ""));
  if (!data.connectedAt && !(isWordPress && mayConnect)) return null;
  return (
    <Section
      title="WordPress"
      aside={mayConnect && <ConnectSite website={website} isConnected={data.connectedAt !== null} />}
    >
      {data.connectedAt ? (
        <Reported view={data} website={website} mayConnect={mayConnect} />
      ) : (
        <p className="py-3 text-ui text-text-2">
          Das Plugin „TechCenter Reporter“ meldet Plugins, Themes, Updates, Administratoren und das letzte Backup. Es
          nimmt nichts entgegen.
        </p>
      )}
    </Section>
  );
}

interface ReportedProps {
  view: SiteReporterView;
  website: RecordRow;
  mayConnect: boolean;
}

function Reported({ view, website, mayConnect }: ReportedProps) {
  const { report, phpState, lastAt, isLate, vulnerabilities, notCompared } = view;
  const disconnect = useMutate(useTRPC().siteReport.disconnect.mutationOptions(), { refreshes: ["siteReport"] });
  const ask = async () => {
    const isSure = await confirm({
      title: "WordPress trennen?",
      description: "Meldungen werden dann abgelehnt, und was gemeldet wurde, wird vergessen.",
      confirmLabel: "Trennen",
    });
    if (isSure) disconnect.mutate({ websiteId: website.id });
  };
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-ui text-text-2">
        {lastAt ? `Zuletzt gemeldet am ${formatDateTime(lastAt)}.` : "Verbunden; die erste Meldung steht noch aus."}
        {isLate && <Tag tone="warn">Meldet sich nicht</Tag>}
        {mayConnect && (
          <Button size="sm" variant="ghost" className="ml-auto" onClick={() => void ask()}>
            Trennen
          </Button>
        )}
      </p>
      {vulnerabilities && <Vulnerabilities found={vulnerabilities} notCompared={notCompared} />}
      {report && <Report report={report} phpState={phpState} />}
    </>
  );
}

const maxNamed = 5;

interface VulnerabilitiesProps {
  found: readonly SiteVulnerability[];
  notCompared: readonly string[];
}

function Vulnerabilities({ found, notCompared }: VulnerabilitiesProps) {
  const named = notCompared.slice(0, maxNamed).join(", ");
  const more = notCompared.length - maxNamed;
  return (
    <div className="pb-4">
      {found.length === 0 && notCompared.length === 0 && <Tag tone="ok">Keine bekannte Sicherheitslücke</Tag>}
      {notCompared.length > 0 && (
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 py-1 text-ui text-text-2">
          <Tag>Noch nicht verglichen</Tag>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {more > 0 ? `${named} und ${formatNumber(more)} weitere` : named}
          </span>
        </p>
      )}
      <ul>
        {found.map(({ id, slug, name, version, title, patchedIn, score, url }) => (
          <li key={`${slug} ${id}`} className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 border-b py-2 text-ui">
            <Tag tone={score !== null && score >= 7 ? "bad" : "warn"}>
              {score === null ? "Lücke" : `CVSS ${formatNumber(score)}`}
            </Tag>
            <span className="font-550">
              {name} <span className="num font-450 text-text-2">{version}</span>
            </span>
            <span className="min-w-0 basis-full text-text-2 [overflow-wrap:anywhere]">
              {url ? (
                <a href={url} target="_blank" rel="noreferrer noopener" className="underline underline-offset-2">
                  {title}
                </a>
              ) : (
                title
              )}
              {patchedIn ? `, behoben ab ${patchedIn}` : ", noch nicht behoben"}
            </span>
          </li>
        ))}
      </ul>
      <p className="pt-2 text-note text-text-3">Quelle: Wordfence Intelligence, © Defiant Inc.</p>
    </div>
  );
}

interface ReportProps extends Pick<SiteReporterView, "phpState"> {
  report: SiteReport;
}

function Report({ report, phpState }: ReportProps) {
  const {
    wordpress,
    php,
    database,
    admins,
    hiddenAdmins = [],
    health,
    cronDelayS,
    disk,
    backup,
    plugins,
    themes,
  } = report;
  const late = cronDelayS !== null && cronDelayS > 3600;
  return (
    <>
      <KeyValues
        columns={1}
        items={[
          { key: "WordPress", value: withUpdate(wordpress.version, wordpress.update) },
          {
            key: "PHP",
            value: (
              <>
                {php} {phpState && phpState.state !== "unknown" && <UpdateChip {...phpState} />}
              </>
            ),
          },
          { key: "Datenbank", value: database ?? "unbekannt" },
          { key: "Administratoren", value: `${formatNumber(admins.length)}: ${admins.join(", ")}` },
          ...(hiddenAdmins.length > 0
            ? [
                {
                  key: "Versteckte Administratoren",
                  value: (
                    <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
                      <Tag tone="bad">In WordPress nicht zu sehen</Tag>
                      <span className="min-w-0 [overflow-wrap:anywhere]">{hiddenAdmins.join(", ")}</span>
                    </span>
                  ),
                },
              ]
            : []),
          { key: "Website-Zustand", value: health ? healthText(health) : "wurde dort noch nie geöffnet" },
          {
            key: "Letztes Backup",
            value: backup ? `${formatDateTime(new Date(backup.at * 1000))} (${backup.tool})` : "keins bekannt",
          },
          {
            key: "Geplante Aufgaben",
            value: late ? (
              <Tag tone="warn">{`${formatNumber(Math.round(cronDelayS / 3600))} Stunden zu spät`}</Tag>
            ) : cronDelayS === null ? (
              "keine bekannt"
            ) : (
              "laufen"
            ),
          },
          ...(disk ? [{ key: "Speicherplatz", value: roomOf(disk) }] : []),
        ]}
      />
      <Extensions title="Plugins" extensions={plugins} />
      <Extensions title="Themes" extensions={themes} />
    </>
  );
}

const withUpdate = (version: string, update: string | null) =>
  update ? (
    <>
      {version} <Tag tone="mnt">{`Update verfügbar ${update}`}</Tag>
    </>
  ) : (
    version
  );

/** With less than a tenth left, updates and backups begin to fail. */
function roomOf({ freeBytes, totalBytes }: NonNullable<SiteReport["disk"]>) {
  const text = `${formatBytes(freeBytes)} von ${formatBytes(totalBytes)} frei`;
  return freeBytes < totalBytes / 10 ? <Tag tone="warn">{text}</Tag> : text;
}

const healthText = ({ critical, recommended, good }: NonNullable<SiteReport["health"]>) =>
  `${formatNumber(critical)} kritisch, ${formatNumber(recommended)} empfohlen, ${formatNumber(good)} gut`;

/** Those with updates first, then those in use. */
function Extensions({ title, extensions }: { title: string; extensions: readonly SiteExtension[] }) {
  if (extensions.length === 0) return null;
  const rank = ({ update, isActive }: SiteExtension) => (update ? 0 : isActive ? 1 : 2);
  const sorted = extensions.toSorted(
    (one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name, "de"),
  );
  return (
    <div className="pt-4">
      <h3 className="text-note text-text-3">{`${title} (${formatNumber(extensions.length)})`}</h3>
      <ul>
        {sorted.map(({ slug, name, version, isActive, update }) => (
          <li key={slug} className="flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1 border-b py-1.5 text-ui">
            <span className="font-550">{name}</span>
            <span className="num text-text-2">{version}</span>
            {update && <Tag tone="mnt">{`Update ${update}`}</Tag>}
            {!isActive && <span className="ml-auto text-note text-text-3">nicht aktiv</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
