import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { Download, FileText } from "lucide-react";
import type { Processing } from "../../../contract/privacy/privacy.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDay } from "../../records/values/format-value.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { Icon } from "../../ui/icon.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";

const registerPath = "/api/export/privacy/register";

/** Whom the agency has work on personal data, for whom it does so itself, and the record of it all. */
export function ProcessingSections() {
  const processing = useQuery(useTRPC().privacy.processing.queryOptions({}));
  return (
    <>
      <Section title="Auftragsverarbeitung" className="mt-11">
        <QueryPanel query={processing} failure="Die Auftragsverarbeitung konnte nicht geladen werden." rows={3}>
          {(found) => (
            <>
              <Agreements {...found} />
              <Processors processors={found.processors} />
            </>
          )}
        </QueryPanel>
      </Section>
      <Section title="Verzeichnis von Verarbeitungstätigkeiten" className="mt-11">
        <p className="mt-3 max-w-[640px] text-text-2">
          Nach Art. 30 DSGVO, aus diesen Einstellungen, euren Anbietern und den AVV eurer Kunden. Lass es vor dem
          Gebrauch prüfen; das Portal kennt nur, was es selbst verarbeitet.
        </p>
        <div className="mt-[18px] flex flex-wrap gap-2">
          <a href={`${registerPath}.pdf`} download className={buttonClass({})}>
            <Icon of={Download} />
            Als PDF
          </a>
          <a href={`${registerPath}.html`} download className={buttonClass({ variant: "ghost" })}>
            <Icon of={FileText} />
            Als HTML, zum Drucken
          </a>
        </div>
      </Section>
    </>
  );
}

/** Which versions of the agency's own agreement are in use. */
function Agreements({ versions, missing }: Pick<Processing, "versions" | "missing">) {
  return (
    <>
      <h3 className="mt-4 text-ui font-semibold">AVV mit Kunden</h3>
      <ul aria-label="AVV mit Kunden" className="mt-1">
        {versions.map(({ version, customers }) => (
          <li key={version ?? ""} className="flex min-h-9 items-center gap-4 border-b py-1.5 text-ui">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {version ? `Version ${version}` : "Unterschrieben, ohne Angabe der Version"}
            </span>
            <span className="num text-text-2">{counted(customers)}</span>
          </li>
        ))}
        <li className="flex min-h-9 items-center gap-4 border-b py-1.5 text-ui">
          <span className="min-w-0 flex-1">
            <Link to="/customers" className={linkClass}>
              Aktive Kunden
            </Link>{" "}
            ohne gültigen AVV
          </span>
          {missing > 0 ? <Tag tone="warn">{counted(missing)}</Tag> : <span className="text-text-2">Keine</span>}
        </li>
      </ul>
    </>
  );
}

const counted = (customers: number) => (customers === 1 ? "1 Kunde" : `${customers} Kunden`);

/** The agency's own processors; they are kept among the lists. */
function Processors({ processors }: Pick<Processing, "processors">) {
  return (
    <>
      <h3 className="mt-5 text-ui font-semibold">AVV mit Anbietern</h3>
      {processors.length === 0 ? (
        <p role="status" className="py-3 text-text-2">
          Noch keine Anbieter.
        </p>
      ) : (
        <ul aria-label="AVV mit Anbietern" className="mt-1">
          {processors.map(({ id, name, signedOn, version, partsUrl }) => (
            <li key={id} className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-b py-1.5 text-ui">
              <span className="min-w-0 flex-1 basis-40 font-medium [overflow-wrap:anywhere]">{name}</span>
              {partsUrl && (
                <a href={partsUrl} target="_blank" rel="noreferrer" className={linkClass}>
                  Unterauftragsverarbeiter
                </a>
              )}
              {signedOn ? (
                <span className="num text-text-2">
                  {version && `Version ${version}, `}
                  {formatDay(signedOn)}
                </span>
              ) : (
                <Tag tone="warn">AVV fehlt</Tag>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-ui text-text-2">
        Gepflegt werden sie unter{" "}
        <Link to="/settings/lists?list=providers" className={linkClass}>
          Listen, Anbieter
        </Link>
        .
      </p>
    </>
  );
}
