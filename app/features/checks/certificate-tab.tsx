import { useQuery } from "@tanstack/react-query";
import { type CertificateLevel, certificateLevels } from "../../../contract/checks/certificate-levels.ts";
import type { CertificateFacts } from "../../../contract/checks/facts.ts";
import { checkTargetTypeOf } from "../../../contract/checks/kinds.ts";
import type { CertificateView } from "../../../contract/checks/views.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate, formatDateTime } from "../../lib/format.ts";
import { portalNow } from "../../lib/time/portal-clock.ts";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag, type TagProps } from "../../ui/status/tag.tsx";
import { TermEdge } from "../../ui/status/term-edge.tsx";

const tones: Record<CertificateLevel, NonNullable<TagProps["tone"]>> = {
  good: "ok",
  watch: "neutral",
  warning: "warn",
  critical: "bad",
  expired: "bad",
};

/** The certificate that a record shows, its chain, and those that it has shown before. */
export function CertificateTab({ record }: { record: RecordRow }) {
  const type = checkTargetTypeOf(record);
  const seen = useQuery(useTRPC().check.certificates.queryOptions({ type, id: record.id }));
  return (
    <QueryPanel query={seen} failure="Das Zertifikat konnte nicht geladen werden." rows={6}>
      {([present, ...former]) =>
        present ? (
          <>
            <Present certificate={present} />
            <Chain facts={present.facts} />
            {former.length > 0 && <Former certificates={former} />}
          </>
        ) : (
          <p className="max-w-[640px] py-4 text-text-2">
            Noch wurde kein Zertifikat gesehen. Es wird gelesen, sobald die Überwachung eine verschlüsselte Verbindung
            aufgebaut hat; eine Adresse mit http:// hat keines.
          </p>
        )
      }
    </QueryPanel>
  );
}

function Present({ certificate: { facts, level, seenFrom, seenUntil } }: { certificate: CertificateView }) {
  const [from, to, now] = [Date.parse(facts.validFrom), Date.parse(facts.validTo), portalNow().getTime()];
  const life = Math.max(1, to - from);
  const days = Math.floor((to - now) / dayMs);
  const left =
    days < 0 ? "abgelaufen" : days === 1 ? "noch 1 Tag" : `noch ${days} von ${Math.round(life / dayMs)} Tagen`;
  const faults = faultsOf(facts);
  return (
    <Section title="Zertifikat" aside={<Tag tone={tones[level]}>{certificateLevels[level]}</Tag>}>
      <div aria-hidden="true" className="num mt-3 flex justify-between gap-x-6 pb-2 text-meta text-text-3">
        <span>{formatDate(new Date(from))}</span>
        <span className="text-text-1">{left}</span>
        <span>{formatDate(new Date(to))}</span>
      </div>
      <TermEdge
        label={`Gültig vom ${formatDate(new Date(from))} bis ${formatDate(new Date(to))}, ${left}`}
        now={(now - from) / life}
        zone={{ from: 0.8, to: 1 }}
      />
      {faults.map((fault) => (
        <p key={fault} className="mt-4 rounded-10 bg-warn-soft px-4 py-3 text-row">
          {fault}
        </p>
      ))}
      <KeyValues
        columns={1}
        className="mt-4 [&_dt]:py-1.5"
        items={[
          { key: "Inhaber", value: facts.subject || "–" },
          { key: "Namen", value: facts.names.join(", ") || "–" },
          { key: "Aussteller", value: facts.issuer || "–" },
          { key: "Gültig", value: `${formatDate(new Date(from))} bis ${formatDate(new Date(to))}` },
          { key: "Protokoll", value: facts.protocol ?? "–" },
          { key: "Schlüssel", value: facts.key || "–" },
          { key: "Seriennummer", value: <code className="font-mono text-[12px]">{facts.serial}</code> },
          { key: "Fingerabdruck", value: <code className="font-mono text-[12px]">{facts.fingerprint}</code> },
          { key: "Gesehen", value: `${formatDateTime(seenFrom)} bis ${formatDateTime(seenUntil)} Uhr` },
        ]}
      />
    </Section>
  );
}

function faultsOf({ isSelfSigned, isTrusted, matchesName }: CertificateFacts): string[] {
  return [
    ...(matchesName ? [] : ["Das Zertifikat gilt nicht für diese Adresse. Browser warnen davor."]),
    ...(isSelfSigned ? ["Das Zertifikat ist selbst signiert. Browser warnen davor."] : []),
    ...(!isTrusted && !isSelfSigned
      ? ["Die Kette führt zu keiner Zertifizierungsstelle, der Browser vertrauen. Oft fehlt ein Zwischenzertifikat."]
      : []),
  ];
}

/** From the server's own certificate up to the one that browsers trust. */
function Chain({ facts: { chain } }: { facts: CertificateFacts }) {
  if (chain.length === 0) return null;
  return (
    <Section title="Kette" className="mt-11">
      <ol>
        {chain.map(({ subject, issuer, validTo }, index) => (
          <li
            key={`${subject} ${validTo}`}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b py-2 text-ui"
          >
            <span className="num w-6 flex-none text-text-3">{index + 1}</span>
            <span className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
              {subject}
              <span className="block text-note text-text-3">
                {subject === issuer ? "Wurzel" : `ausgestellt von ${issuer}`}
              </span>
            </span>
            <span className="num flex-none text-text-2 max-md:ml-10">bis {formatDate(new Date(validTo))}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Former({ certificates }: { certificates: readonly CertificateView[] }) {
  return (
    <Section title="Früher" className="mt-11">
      <ul>
        {certificates.map(({ facts, seenFrom, seenUntil }) => (
          <li key={facts.fingerprint} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b py-2 text-ui">
            <span className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
              {facts.issuer}
              <span className="block font-mono text-[12px] text-text-3">{facts.fingerprint.slice(0, 24)}…</span>
            </span>
            <span className="num flex-none text-text-2">
              gesehen {formatDate(seenFrom)} bis {formatDate(seenUntil)}, gültig bis{" "}
              {formatDate(new Date(facts.validTo))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
