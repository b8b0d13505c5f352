import { useQuery } from "@tanstack/react-query";
import type { MailCheck, MailReport } from "../../../contract/dns/mail.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { DmarcSection } from "../dmarc/dmarc-section.tsx";
import { isUnderWay, LookupLine, pollMs } from "../lookups/lookup-line.tsx";

/** The tab „E-Mail“: the grade, each check with what it is for, and records to copy. */
export function MailTab({ domain }: { domain: RecordRow }) {
  const dns = useQuery(
    useTRPC().dns.get.queryOptions(
      { id: domain.id },
      { refetchInterval: ({ state }) => (isUnderWay(state.data?.lookup) ? pollMs : false) },
    ),
  );
  return (
    <QueryPanel query={dns} failure="Die E-Mail-Sicherheit konnte nicht geladen werden." rows={8}>
      {({ lookup, mail }) => (
        <>
          <LookupLine id={domain.id} kind="dns" lookup={lookup} />
          {mail && <Report report={mail} />}
          <DmarcSection domain={domain} />
        </>
      )}
    </QueryPanel>
  );
}

function Report({ report: { grade, reason, checks, hasMail, protection } }: { report: MailReport }) {
  return (
    <>
      <p className="mt-4 flex items-baseline gap-4">
        <span className="text-[40px] font-560 leading-[44px]">
          <span className="sr-only">Note </span>
          {grade}
        </span>
        <span className="min-w-0 text-ui text-text-2">{reason}</span>
      </p>
      <Section title="Prüfungen">
        <ul>
          {checks.map((check) => (
            <CheckRow key={check.key} check={check} />
          ))}
        </ul>
      </Section>
      {!hasMail && (
        <Section title="Schutz-Records für Domain ohne E-Mail">
          {protection.map((record) => (
            <Proposal key={record.type + record.name} {...record} />
          ))}
        </Section>
      )}
    </>
  );
}

const states: Record<MailCheck["state"], { label: string; tone: "ok" | "warn" | "bad" | "neutral" }> = {
  ok: { label: "In Ordnung", tone: "ok" },
  warn: { label: "Verbessern", tone: "warn" },
  bad: { label: "Fehlt oder kaputt", tone: "bad" },
  none: { label: "Nicht da", tone: "neutral" },
};

function CheckRow({ check: { label, state, text, advice, proposal } }: { check: MailCheck }) {
  return (
    <li className="border-b py-2.5 text-ui">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{label}</span>
        <Tag tone={states[state].tone}>{states[state].label}</Tag>
      </p>
      <p className="[overflow-wrap:anywhere]">{text}</p>
      <p className="text-note text-text-3">{advice}</p>
      {proposal && <Proposal {...proposal} />}
    </li>
  );
}

function Proposal({ name, type, value }: NonNullable<MailCheck["proposal"]>) {
  return (
    <p className="flex items-center gap-2 py-1">
      <code className="min-w-0 font-mono text-[12px] leading-5 [overflow-wrap:anywhere]">
        {name} {type} {value}
      </code>
      <CopyButton text={value} label={`Wert für ${type} ${name} kopieren`} />
    </p>
  );
}
