import { useQuery } from "@tanstack/react-query";
import type { LegalRecord } from "../../../contract/legal/legal.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime, formatNumber } from "../../lib/format.ts";
import { Section } from "../../ui/section.tsx";
import { Fold } from "./fold.tsx";

interface LegalProofProps {
  websiteId: string;
  record: LegalRecord;
  pictureAt: Date | null;
}

/** What the last run saw: its picture, and the lists of requests, cookies and pages. */
export function LegalProof({ websiteId, record, pictureAt }: LegalProofProps) {
  const { requests, cookies, pages } = record;
  return (
    <Section title="Was der Lauf gesehen hat">
      {pictureAt && (
        <Fold summary={`Bild der Startseite vor jeder Zustimmung, vom ${formatDateTime(pictureAt)}`}>
          <Picture websiteId={websiteId} />
        </Fold>
      )}
      {requests.length > 0 && (
        <Fold summary={`Anfragen vor der Einwilligung (${countOf(record)})`}>
          <Rows
            headings={["Adresse", "Art", "Anbieter"]}
            rows={requests.map(({ url, type, status, vendor }) => [
              url,
              status === null ? type : `${type} ${status}`,
              vendor ?? "",
            ])}
          />
        </Fold>
      )}
      {cookies.length > 0 && (
        <Fold summary={`Cookies vor der Einwilligung (${cookies.length})`}>
          <Rows
            headings={["Name", "Domain", "Dauer"]}
            rows={cookies.map(({ name, domain, days }) => [
              name,
              domain,
              days === null ? "Sitzung" : days < 1 ? "unter 1 Tag" : `${formatNumber(days)} Tage`,
            ])}
          />
        </Fold>
      )}
      <Fold summary={`Gelesene Seiten (${pages.length})`}>
        <Rows
          headings={["Adresse", "Titel", "Klicks"]}
          rows={pages.map(({ url, title, clicks }) => [url, title, String(clicks)])}
        />
      </Fold>
    </Section>
  );
}

function countOf({ requests, requestCount, isCutOff }: LegalRecord): string {
  const shown = formatNumber(requests.length);
  if (isCutOff) return `${shown} von mehr als ${formatNumber(requestCount)}`;
  return requestCount > requests.length ? `${shown} von ${formatNumber(requestCount)}` : shown;
}

function Picture({ websiteId }: { websiteId: string }) {
  const picture = useQuery(
    useTRPC().legal.picture.queryOptions({ id: websiteId }, { staleTime: Number.POSITIVE_INFINITY }),
  );
  return (
    <QueryPanel query={picture} failure="Das Bild konnte nicht geladen werden." rows={3}>
      {({ webpBase64 }) => (
        <img
          src={`data:image/webp;base64,${webpBase64}`}
          alt="Die Startseite, wie sie ohne Zustimmung aussieht"
          width={960}
          height={600}
          className="mb-3 h-auto w-full max-w-[720px] rounded-4 border"
        />
      )}
    </QueryPanel>
  );
}

function Rows({ headings, rows }: { headings: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="max-h-96 overflow-auto pb-2" tabIndex={0} aria-label={headings.join(", ")}>
      <table className="w-full text-left text-note">
        <thead>
          <tr className="border-b text-label text-text-3">
            {headings.map((heading) => (
              <th key={heading} scope="col" className="py-1.5 pr-4 font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page may ask for the same twice
            <tr key={index} className="border-b align-top">
              {row.map((value, column) => (
                <td key={headings[column]} className="min-w-24 py-1 pr-4 [overflow-wrap:anywhere]">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
