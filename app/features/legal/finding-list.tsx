import { Link } from "@remix-run/react";
import { CheckCheck, ListPlus, RotateCcw } from "lucide-react";
import { type LegalEvidence, type LegalFinding, legalDisclaimer, legalLevels } from "../../../contract/legal/legal.ts";
import { entriesOf } from "../../../contract/narrowing.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { maxTaskTitleLength } from "../../../contract/tasks/tasks.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { type ModalControls, openModal } from "../../lib/dialogs/modals.ts";
import { useRefusals } from "../../lib/dialogs/name-dialog.tsx";
import { ReasonDialog } from "../../lib/dialogs/reason-dialog.tsx";
import { formatDate } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { recordPath } from "../../records/record-path.ts";
import { Button } from "../../ui/button.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Tag } from "../../ui/status/tag.tsx";
import { openNewTask } from "../tasks/open-task-dialogs.tsx";
import { levelTones } from "./legal-tones.ts";

interface FindingListProps {
  findings: readonly LegalFinding[];
  namesWebsite?: boolean;
  /** Nothing can be done about them: their website lies in the archive. */
  isReadOnly?: boolean;
}

/** Findings with their proof and what can be done about them. */
export function FindingList({ findings, namesWebsite = false, isReadOnly = false }: FindingListProps) {
  return (
    <ul aria-label="Befunde">
      {findings.map((finding) => (
        <FindingRow key={finding.id} finding={finding} namesWebsite={namesWebsite} isReadOnly={isReadOnly} />
      ))}
    </ul>
  );
}

interface FindingRowProps {
  finding: LegalFinding;
  namesWebsite: boolean;
  isReadOnly: boolean;
}

function FindingRow({ finding, namesWebsite, isReadOnly }: FindingRowProps) {
  const { website, rule, level, text, pageUrl, evidence, state, firstSeenAt, lastSeenAt, goneAt, accepted } = finding;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-b py-2.5 text-ui">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <Tag tone={state === "open" ? levelTones[level] : "out"} className="flex-none">
            {legalLevels[level]}
          </Tag>
          <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{rule.title}</span>
        </p>
        <p className="mt-0.5 [overflow-wrap:anywhere]">{text}</p>
        <p className="mt-0.5 text-note text-text-3 [overflow-wrap:anywhere]">
          {namesWebsite && (
            <>
              <Link to={`${recordPath("website", website.id)}/legal`} className={linkClass}>
                {website.label}
              </Link>
              {" · "}
            </>
          )}
          {goneAt
            ? `Zuletzt ${formatDate(lastSeenAt)}, seit ${formatDate(goneAt)} nicht mehr gefunden`
            : `Seit ${formatDate(firstSeenAt)}, zuletzt ${formatDate(lastSeenAt)}`}
        </p>
        {accepted && (
          <p className="mt-0.5 text-note text-text-2 [overflow-wrap:anywhere]">
            Akzeptiert am {formatDate(accepted.at)}
            {accepted.by && ` von ${accepted.by}`}: {accepted.reason}
          </p>
        )}
        <details className="mt-0.5">
          <summary className="cursor-pointer py-1 text-note text-text-2 hover:text-text-1">Beleg und Grundlage</summary>
          <Proof pageUrl={pageUrl} evidence={evidence} />
          <p className="pt-1 text-note text-text-2">{rule.advice}</p>
          <p className="pb-1 pt-1 text-note text-text-3">
            Grundlage:{" "}
            <a href={rule.source.url} target="_blank" rel="noreferrer" className={linkClass}>
              {rule.source.text}
            </a>
            {" · Regel "}
            <code className="font-mono text-[12px]">{rule.id}</code> · {legalDisclaimer}
          </p>
        </details>
      </div>
      {!isReadOnly && <Acts finding={finding} />}
    </li>
  );
}

const evidenceLabels: Readonly<Record<keyof LegalEvidence, string>> = {
  requests: "Anfragen",
  cookies: "Cookies",
  selectors: "Stellen",
  headers: "Header der Antwort",
  quotes: "Wortlaut",
  links: "Links",
};

function Proof({ pageUrl, evidence }: Pick<LegalFinding, "pageUrl" | "evidence">) {
  return (
    <dl className="text-note">
      <dt className="text-text-3">Seite</dt>
      <dd className="[overflow-wrap:anywhere]">
        <a href={pageUrl} target="_blank" rel="noreferrer noopener" className={linkClass}>
          {pageUrl}
        </a>
      </dd>
      {entriesOf(evidenceLabels).map(([name, label]) => {
        const values = evidence[name] ?? [];
        if (values.length === 0) return null;
        return (
          <div key={name} className="pt-1">
            <dt className="text-text-3">{label}</dt>
            {values.map((value) => (
              <dd key={value} className="font-mono text-[12px] leading-5 [overflow-wrap:anywhere]">
                {value}
              </dd>
            ))}
          </div>
        );
      })}
    </dl>
  );
}

function Acts({ finding }: { finding: LegalFinding }) {
  const role = useRole();
  const { id, website, rule, text, pageUrl, state, accepted } = finding;
  const reopen = useMutate(useTRPC().legal.reopen.mutationOptions(), {
    refreshes: ["legal", "website", "change"],
    success: "Wieder offen.",
  });
  const task = () =>
    openNewTask({
      target: { type: "website", id: website.id, title: website.label },
      title: `${rule.title}: ${website.label}`.slice(0, maxTaskTitleLength),
      text: [text, pageUrl, rule.advice, `${rule.source.text} (${legalDisclaimer})`].join("\n"),
      source: "finding",
    });
  if (state === "gone") return null;
  return (
    <div className="flex flex-none flex-wrap gap-1">
      {hasAbility(role, "writeTasks") && (
        <Button size="sm" variant="ghost" icon={ListPlus} onClick={() => void task()}>
          Aufgabe
        </Button>
      )}
      {hasAbility(role, "editRecords") && !accepted && (
        <Button size="sm" variant="ghost" icon={CheckCheck} onClick={() => void openAcceptDialog(finding)}>
          Akzeptieren
        </Button>
      )}
      {hasAbility(role, "editRecords") && accepted && (
        <Button
          size="sm"
          variant="ghost"
          icon={RotateCcw}
          loading={reopen.isPending}
          onClick={() => reopen.mutate({ id })}
        >
          Wieder öffnen
        </Button>
      )}
    </div>
  );
}

/** Asks why a finding stays as it is; true when it is accepted. */
function openAcceptDialog(finding: LegalFinding): Promise<true | undefined> {
  return openModal<true>((controls) => <AcceptDialog finding={finding} {...controls} />);
}

function AcceptDialog({ finding, open, onOpenChange, close }: ModalControls<true> & { finding: LegalFinding }) {
  const refused = useRefusals();
  const accept = useMutate(useTRPC().legal.accept.mutationOptions(), {
    refreshes: ["legal", "website", "change"],
    success: "Akzeptiert.",
    onSuccess: () => close(true),
    onRefused: refused.onRefused,
  });
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Auffälligkeit akzeptieren"
      description={`${finding.rule.title}: ${finding.text} Sie zählt dann nicht mehr als offen. ${legalDisclaimer}`}
      submitLabel="Akzeptieren"
      isBusy={accept.isPending}
      refused={refused}
      onSubmit={(reason) => accept.mutate({ id: finding.id, reason })}
    />
  );
}
