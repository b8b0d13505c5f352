import { Rss } from "lucide-react";
import type { CSSProperties } from "react";
import { incidentSentence, maintenanceSentence } from "../../../contract/status-pages/public-sentences.ts";
import {
  type PublicSite,
  type PublicStatusPage,
  stateSentence,
  statusPageDays,
} from "../../../contract/status-pages/status-pages.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import { brandColors } from "../../../contract/values/brand-colors.ts";
import { formatDate, formatDateTime, formatPercent } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Section } from "../../ui/section.tsx";
import { Edge, edgeSentence } from "../../ui/status/edge.tsx";
import { Status, StatusGlyph } from "../../ui/status/status.tsx";

/** A customer's page: how everything is in one sentence, then each website, then what went wrong and what is planned. */
export function PublicStatus({ page, token }: { page: PublicStatusPage; token: string }) {
  const { title, agency, hasLogo, color, state, sites, incidents, maintenance, at } = page;
  const running = incidents.filter(({ endedAt }) => !endedAt);
  const past = incidents.filter(({ endedAt }) => endedAt);
  return (
    <div
      className="mx-auto flex min-h-dvh w-full max-w-[760px] flex-col px-5 pb-10 pt-8 sm:px-8 sm:pt-14"
      style={color ? (brandColors(color).light as CSSProperties) : undefined}
    >
      <header className="flex items-center gap-3.5">
        {hasLogo ? (
          <img src={`/status/${token}/logo`} alt="" className="max-h-12 max-w-40 object-contain" />
        ) : (
          <span aria-hidden="true" className="h-8 w-[3px] flex-none bg-brand" />
        )}
        <span className="min-w-0 text-panel tracking-[-0.01em] [overflow-wrap:anywhere]">{title}</span>
      </header>
      <main className="mt-10 w-full sm:mt-14">
        <h1 className="flex items-baseline gap-4 text-sentence-phone [text-wrap:balance] md:text-sentence">
          <StatusGlyph state={state} size={20} className="translate-y-px" />
          {stateSentence(state)}
        </h1>
        <p className="num mt-2 text-meta text-text-3">Stand {formatDateTime(at)} Uhr</p>
        {running.map((incident) => (
          <p key={incident.key} className="mt-5 rounded-10 bg-bad-soft px-4 py-3 text-row">
            {incidentSentence(incident)}
          </p>
        ))}
        {maintenance.map((window) => (
          <p key={window.key} className="mt-5 rounded-10 bg-mnt-soft px-4 py-3 text-row">
            {maintenanceSentence(window)}
          </p>
        ))}
        <Section title="Websites" className="!mt-11">
          <ul>
            {sites.map((site, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names need not be unique, and their order stays
              <SiteRow key={index} site={site} at={at} />
            ))}
          </ul>
          {sites.length === 0 && <p className="py-4 text-text-2">Zurzeit wird hier keine Website gezeigt.</p>}
        </Section>
        <Section title={`Störungen der letzten ${statusPageDays} Tage`} className="!mt-11">
          {past.length === 0 ? (
            <p className="py-4 text-text-2">{running.length > 0 ? "Keine weiteren." : "Keine."}</p>
          ) : (
            <ul>
              {past.map((incident) => (
                <li key={incident.key} className="flex gap-4 border-b py-3 text-row">
                  <time
                    dateTime={incident.startedAt.toISOString()}
                    className="num w-20 flex-none text-meta leading-5 text-text-3"
                  >
                    {formatDate(incident.startedAt)}
                  </time>
                  <span className="min-w-0 [overflow-wrap:anywhere]">{incidentSentence(incident)}</span>
                </li>
              ))}
            </ul>
          )}
        </Section>
      </main>
      <footer className="mt-auto flex flex-wrap items-center gap-x-6 gap-y-2 pt-14 text-meta text-text-3">
        {agency && <span>Betreut von {agency}</span>}
        <a
          href={`/status/${token}/feed.atom`}
          className={`${linkClass} inline-flex min-h-6 items-center gap-1.5 max-md:min-h-11`}
        >
          <Icon of={Rss} size={14} />
          Als Feed abonnieren
        </a>
      </footer>
    </div>
  );
}

function SiteRow({ site: { name, state, uptime, days }, at }: { site: PublicSite; at: Date }) {
  const figure = uptime === null ? undefined : formatPercent(uptime / 10_000);
  const today = portalDate(at);
  return (
    <li className="border-b py-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="min-w-0 flex-1 basis-60 text-row font-semibold [overflow-wrap:anywhere]">{name}</h3>
        <span className="flex items-baseline gap-x-4 max-md:w-full max-md:justify-between">
          <Status state={state} />
          <span className="num w-20 text-right text-ui text-text-2">{figure ?? "–"}</span>
        </span>
      </div>
      <Edge
        segments={days}
        size="incident"
        className="mt-2.5 md:![--gap:2px]"
        label={edgeSentence(days, { ...(figure && { figure }) })}
        titles={days.map((_, index) => formatDay(addDays(today, index + 1 - days.length)))}
      />
      <p aria-hidden="true" className="mt-1 flex justify-between text-label text-text-3">
        <span>vor {days.length} Tagen</span>
        <span>heute</span>
      </p>
    </li>
  );
}

const formatDay = (day: string) => day.split("-").reverse().join(".");
