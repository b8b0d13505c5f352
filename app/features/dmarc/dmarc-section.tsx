import { useQuery } from "@tanstack/react-query";
import { Trash2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { type DmarcSource, type DmarcView, type DmarcWeek, maxReportBytes } from "../../../contract/dmarc/dmarc.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber, formatPercent } from "../../lib/format.ts";
import { RecordLink } from "../../records/values/field-value.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { StackedBars } from "../../ui/charts/stacked-bars.tsx";
import { cx } from "../../ui/cx.ts";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";

/** „DMARC-Berichte“: who sends mail in the name of a domain, and whether it passes. */
export function DmarcSection({ domain }: { domain: RecordRow }) {
  const view = useQuery(useTRPC().dmarc.get.queryOptions({ id: domain.id }));
  const mayUpload = Boolean(view.data?.can.upload) && !domain.archivedAt;
  return (
    <Section title="DMARC-Berichte" aside={mayUpload && <UploadButton domainId={domain.id} />}>
      <QueryPanel query={view} failure="Die DMARC-Berichte konnten nicht geladen werden." rows={3}>
        {(found) =>
          found.reports.length === 0 ? (
            <p className="py-4 text-ui text-text-2">
              Noch keine Berichte. Empfänger schicken sie täglich an die Adresse hinter „rua“ im DMARC-Eintrag; lade sie
              hier als XML, GZ oder ZIP hoch, oder lass sie aus einem Postfach abrufen (Einstellungen › DMARC-Postfach).
            </p>
          ) : (
            <Reports domainId={domain.id} view={found} mayRemove={mayUpload} />
          )
        }
      </QueryPanel>
    </Section>
  );
}

function UploadButton({ domainId }: { domainId: string }) {
  const input = useRef<HTMLInputElement>(null);
  const invalidate = useInvalidate();
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState<{ text: string; isBad: boolean }>();
  const upload = async (files: readonly File[]) => {
    setBusy(true);
    const refusals: string[] = [];
    for (const file of files) {
      const refusal = await send(domainId, file);
      if (refusal) refusals.push(files.length > 1 ? `${file.name}: ${refusal}` : refusal);
    }
    setBusy(false);
    const taken = files.length - refusals.length;
    setTold(
      refusals.length > 0
        ? { text: refusals.slice(0, 3).join(" "), isBad: true }
        : { text: taken === 1 ? "Bericht übernommen." : `${taken} Berichte übernommen.`, isBad: false },
    );
    await invalidate(["dmarc"]);
  };
  return (
    <>
      <span role="status" className={told?.isBad ? "text-bad-text [overflow-wrap:anywhere]" : "text-text-2"}>
        {told?.text}
      </span>
      <input
        ref={input}
        type="file"
        accept=".xml,.gz,.zip"
        multiple
        hidden
        aria-label="DMARC-Berichte wählen"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = "";
          if (files.length > 0) void upload(files);
        }}
      />
      <Button
        size="sm"
        variant="ghost"
        icon={Upload}
        className="-mr-2.5"
        loading={isBusy}
        onClick={() => input.current?.click()}
      >
        Hochladen
      </Button>
    </>
  );
}

/** Why a file was not taken; undefined when it was. */
async function send(domainId: string, file: File): Promise<string | undefined> {
  if (file.size > maxReportBytes) return "Bericht: Die Datei ist größer als 50 MB.";
  try {
    const headers = { "Content-Type": "application/octet-stream" };
    const answer = await fetch(`/api/dmarc/${domainId}`, { method: "POST", body: file, headers });
    if (answer.ok) return undefined;
    const { message }: { message?: string } = await answer.json();
    return message ?? "Der Bericht konnte nicht gelesen werden.";
  } catch {
    return "Keine Verbindung zum Portal.";
  }
}

function Reports({ domainId, view, mayRemove }: { domainId: string; view: DmarcView; mayRemove: boolean }) {
  const { messages, passed, weeks, sources, moreSources, reports } = view;
  const failed = messages - passed;
  return (
    <>
      <p className="pt-3 text-ui text-text-2">
        In 13 Wochen {formatNumber(messages)} Mails, davon bestanden{" "}
        {formatPercent(messages ? passed / messages : 1, 1)}
        {failed > 0 && <b className="font-semibold text-text-1"> – {formatNumber(failed)} nicht</b>}.
      </p>
      <div className="mt-4">
        <Weeks weeks={weeks} />
      </div>
      <Sources sources={sources} more={moreSources} />
      <details className="mt-5">
        <summary className="cursor-pointer text-ui text-text-2 max-md:py-3">
          {reports.length === 1 ? "1 Bericht" : `${formatNumber(reports.length)} Berichte`}
        </summary>
        <ul className="mt-2 border-t">
          {reports.map((report) => (
            <ReportRow key={report.id} domainId={domainId} report={report} mayRemove={mayRemove} />
          ))}
        </ul>
      </details>
    </>
  );
}

function Weeks({ weeks }: { weeks: readonly DmarcWeek[] }) {
  const [selected, setSelected] = useState<string>();
  const week =
    weeks.find(({ day }) => day === selected) ??
    weeks.findLast(({ passed, failed }) => passed + failed > 0) ??
    weeks.at(-1);
  return (
    <>
      <StackedBars
        label="Mails je Woche: oben bestanden, unten nicht bestanden"
        columns={weeks.map(({ day, passed, failed }) => ({
          key: day,
          label: formatCalendarDate(day).slice(0, 6),
          title: `Woche ab ${formatCalendarDate(day)}: ${formatNumber(passed)} bestanden, ${formatNumber(failed)} nicht`,
        }))}
        series={[
          {
            key: "mails",
            up: weeks.map(({ passed }) => passed),
            down: weeks.map(({ failed }) => failed),
          },
        ]}
        marksBelow
        selected={week?.day}
        onSelect={setSelected}
        format={formatNumber}
      />
      {week && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-2 text-note text-text-2">
          <span>Woche ab {formatCalendarDate(week.day)}</span>
          <span className="flex items-center gap-2">
            <i aria-hidden className="size-2.5 rounded-[2px] bg-s1" />
            {formatNumber(week.passed)} bestanden (oben)
          </span>
          <span className="flex items-center gap-2">
            <i aria-hidden className="size-2.5 rounded-[2px] bg-warn-fill" />
            {formatNumber(week.failed)} nicht (unten)
          </span>
        </p>
      )}
    </>
  );
}

function Sources({ sources, more }: { sources: readonly DmarcSource[]; more: number }) {
  return (
    <div className="mt-5 overflow-x-auto">
      <table className="w-full text-left text-ui">
        <thead>
          <tr className="border-b text-label text-text-3">
            {["Quelle", "Wer", "Mails", "Bestanden", "DKIM", "SPF", "Abgewehrt"].map((heading, index) => (
              <th
                key={heading}
                scope="col"
                className={cx("whitespace-nowrap py-2 pr-4 font-medium last:pr-0", index > 1 && "text-right")}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sources.map(({ ip, host, network, messages, passed, dkimPassed, spfPassed, stopped }) => (
            <tr key={ip ?? ""} className="border-b align-top">
              <td className="num min-w-32 py-2 pr-4 font-medium [overflow-wrap:anywhere]">{ip ?? "übrige"}</td>
              <td className="min-w-28 py-2 pr-4">
                {host ? (
                  <RecordLink to="host" value={host} />
                ) : (
                  <span className="text-text-2">{network ?? "unbekannt"}</span>
                )}
              </td>
              <td className="num py-2 pr-4 text-right">{formatNumber(messages)}</td>
              <td className="num py-2 pr-4 text-right">
                <Tag tone={passed === messages ? "ok" : passed === 0 ? "bad" : "warn"}>
                  {formatPercent(messages ? passed / messages : 1, 0)}
                </Tag>
              </td>
              <td className="num py-2 pr-4 text-right text-text-2">{formatNumber(dkimPassed)}</td>
              <td className="num py-2 pr-4 text-right text-text-2">{formatNumber(spfPassed)}</td>
              <td className="num py-2 text-right text-text-2">{formatNumber(stopped)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="pt-2 text-note text-text-3">Und {formatNumber(more)} weitere Quellen.</p>}
    </div>
  );
}

interface ReportRowProps {
  domainId: string;
  report: DmarcView["reports"][number];
  mayRemove: boolean;
}

function ReportRow({ domainId, report, mayRemove }: ReportRowProps) {
  const { id, org, firstDay, lastDay, messages, policy } = report;
  const remove = useMutate(useTRPC().dmarc.remove.mutationOptions(), {
    refreshes: ["dmarc"],
    success: "Bericht entfernt.",
  });
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b py-1.5 text-ui">
      <span className="min-w-0 flex-1 basis-48 font-medium [overflow-wrap:anywhere]">{org}</span>
      <span className="num text-text-2">
        {firstDay === lastDay
          ? formatCalendarDate(firstDay)
          : `${formatCalendarDate(firstDay)} – ${formatCalendarDate(lastDay)}`}
      </span>
      <span className="num text-text-2">{messages === 1 ? "1 Mail" : `${formatNumber(messages)} Mails`}</span>
      <span className="text-text-3">p={policy || "?"}</span>
      {mayRemove && (
        <IconButton
          icon={Trash2}
          size="sm"
          variant="ghost"
          label={`Bericht von ${org} entfernen`}
          loading={remove.isPending}
          onClick={() => remove.mutate({ id: domainId, reportId: id })}
        />
      )}
    </li>
  );
}
