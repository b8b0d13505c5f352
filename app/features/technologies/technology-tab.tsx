import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { keysOf } from "../../../contract/narrowing.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import type { SoftwareState } from "../../../contract/technologies/software.ts";
import { type Evidence, evidenceTypes, technologyCategories } from "../../../contract/technologies/technologies.ts";
import type { SeenTechnology, TechnologyView, WebsiteScan } from "../../../contract/technologies/views.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate } from "../../lib/format.ts";
import { formatDay } from "../../records/values/format-value.ts";
import { Icon } from "../../ui/icon.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { isUnderWay, LookupLine, pollMs } from "../lookups/lookup-line.tsx";
import { SiteReportSection } from "../site-reports/site-report-section.tsx";
import { UpdateChip } from "./update-chip.tsx";

/** The tab „Technik“: what a website is made of, how that was seen, and what its server says of it. */
export function TechnologyTab({ website }: { website: RecordRow }) {
  const technologies = useQuery(
    useTRPC().technology.get.queryOptions(
      { id: website.id },
      { refetchInterval: ({ state }) => (isUnderWay(state.data?.lookup) ? pollMs : false) },
    ),
  );
  return (
    <QueryPanel query={technologies} failure="Die Technik der Website konnte nicht geladen werden." rows={8}>
      {({ lookup, scan, states, software, releasesAsOf }) => (
        <>
          <LookupLine id={website.id} kind="technologies" lookup={lookup} label="Technologien neu erkennen" />
          {software.length > 0 && <Software software={software} releasesAsOf={releasesAsOf} />}
          <SiteReportSection website={website} />
          {scan && <Found technologies={scan.technologies} states={states} />}
          {scan && <Answer scan={scan} />}
        </>
      )}
    </QueryPanel>
  );
}

function Software({ software, releasesAsOf }: Pick<TechnologyView, "software" | "releasesAsOf">) {
  return (
    <Section title="Stand">
      <ul>
        {software.map(({ name, version, isManual, ...state }) => (
          <li key={name} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b py-2 text-ui">
            <span className="min-w-0 flex-1 basis-44 font-550">
              {name} {version && <span className="num font-450 text-text-2">{version}</span>}
              {isManual && (
                <Tag
                  tone="out"
                  className="ml-2.5"
                  title="Von Hand eingetragen; die Erkennung lässt diesen Wert stehen."
                >
                  manuell
                </Tag>
              )}
            </span>
            <UpdateChip {...state} />
            <span className="w-52 text-note text-text-3 max-md:w-full">
              {state.state !== "unsupported" &&
                state.supportedUntil &&
                `Support bis ${formatDay(state.supportedUntil)}`}
            </span>
          </li>
        ))}
      </ul>
      <p className="pt-2 text-note text-text-3">
        Verglichen mit der {releasesAsOf ? "" : "mitgelieferten "}Liste der Versionen und Supportenden (endoflife.date)
        {releasesAsOf ? ` vom ${formatDate(releasesAsOf)}` : ""}.
      </p>
    </Section>
  );
}

interface FoundProps extends Pick<TechnologyView, "states"> {
  technologies: readonly SeenTechnology[];
}

function Found({ technologies, states }: FoundProps) {
  const categories = keysOf(technologyCategories);
  const groups = categories.flatMap((category) => {
    const found = technologies.filter((each) => each.category === category);
    return found.length > 0 ? [{ category, found }] : [];
  });
  return (
    <Section title="Technologien">
      {groups.length === 0 && (
        <p className="text-ui text-text-2">Auf der Startseite wurde keine bekannte Technologie gefunden.</p>
      )}
      {groups.map(({ category, found }) => (
        <div
          key={category}
          className="grid grid-cols-[136px_minmax(0,1fr)] gap-3 border-b py-2 text-ui max-md:grid-cols-1"
        >
          <h3 className="pt-0.5 text-text-3">{technologyCategories[category]}</h3>
          <ul className="flex min-w-0 flex-col gap-1">
            {found.map((technology) => (
              <Row key={technology.name} technology={technology} state={states[technology.name]} />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}

interface RowProps {
  technology: SeenTechnology;
  state: SoftwareState | undefined;
}

function Row({ technology: { name, version, confidence, evidence, firstSeen }, state }: RowProps) {
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-7 cursor-pointer flex-wrap items-center gap-x-2.5 gap-y-1 rounded-4 hover:bg-hover max-md:min-h-11">
          <Icon of={ChevronRight} size={14} className="-mr-1 text-text-3 transition-transform group-open:rotate-90" />
          <span className="font-550">{name}</span>
          {version && <span className="num text-text-2">{version}</span>}
          {state && state.state !== "current" && <UpdateChip {...state} />}
          {confidence < 100 && <Tag>{confidence} % sicher</Tag>}
          <span className="ml-auto text-note text-text-3">seit {formatDate(new Date(firstSeen))}</span>
        </summary>
        <ul aria-label={`Woran ${name} zu erkennen war`} className="pb-2 pl-[22px] pt-1 text-note text-text-2">
          {evidence.map((each) => (
            <li
              key={`${each.type} ${each.where} ${each.text}`}
              className="flex flex-wrap gap-x-2 [overflow-wrap:anywhere]"
            >
              <span className="text-text-3">{titleOf(each)}</span>
              <code>{each.text}</code>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

const titleOf = ({ type, where }: Evidence): string =>
  type === "implied" ? "Folgerung" : where ? `${evidenceTypes[type]} ${where}` : evidenceTypes[type];

function Answer({ scan }: { scan: WebsiteScan }) {
  const { finalUrl, redirects, title, canonical, noindex, headers } = scan;
  return (
    <>
      <Section title="Seite">
        <KeyValues
          columns={1}
          items={[
            { key: "Titel", value: title ?? "keiner" },
            { key: "Suchmaschinen", value: noindex ? <Tag tone="warn">Ausgeschlossen</Tag> : "zugelassen" },
            ...(noindex ? [{ key: "Grund", value: noindex }] : []),
            { key: "Kanonische Adresse", value: canonical ?? "keine" },
            ...redirects.map(({ status, url }) => ({ key: `Weiterleitung ${status}`, value: url })),
            { key: redirects.length > 0 ? "Ziel" : "Adresse", value: finalUrl },
          ]}
        />
      </Section>
      <Section title="Kopfzeilen der Antwort">
        <dl className="text-note">
          {headers.map(({ name, value }) => (
            <div
              key={name}
              className="grid grid-cols-[220px_minmax(0,1fr)] gap-3 border-b py-1.5 max-md:grid-cols-1 max-md:gap-0"
            >
              <dt className="text-text-3 [overflow-wrap:anywhere]">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">
                <code>{value}</code>
              </dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}
