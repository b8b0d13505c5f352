import { useQuery } from "@tanstack/react-query";
import {
  type LegalFinding,
  type LegalGroup,
  type LegalRuleResult,
  type LegalView,
  legalDisclaimer,
  legalGroups,
  legalStates,
} from "../../../contract/legal/legal.ts";
import { keysOf } from "../../../contract/narrowing.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { isUnderWay, LookupLine, pollMs } from "../lookups/lookup-line.tsx";
import { FindingList } from "./finding-list.tsx";
import { Fold } from "./fold.tsx";
import { LegalFigures } from "./legal-figures.tsx";
import { LegalProof } from "./legal-proof.tsx";
import { stateTones } from "./legal-tones.ts";

/** The tab „Rechtliches“: what is open by what it is about, what was accepted, and what nobody could check. */
export function LegalTab({ website }: { website: RecordRow }) {
  const legal = useQuery(
    useTRPC().legal.get.queryOptions(
      { id: website.id },
      { refetchInterval: ({ state }) => (isUnderWay(state.data?.lookup) ? pollMs : false) },
    ),
  );
  return (
    <QueryPanel query={legal} failure="Die rechtlichen Auffälligkeiten konnten nicht geladen werden." rows={8}>
      {(view) => (
        <>
          <LookupLine id={website.id} kind="legal" lookup={view.lookup} label="Jetzt prüfen" />
          <Summary view={view} />
          {website.archivedAt && view.run && (
            <p className="mt-3 text-ui text-text-2">
              Die Website ist archiviert. So stand sie beim letzten Lauf am {formatDateTime(view.run.at)}.
            </p>
          )}
          {view.run && <Found view={view} website={website} />}
        </>
      )}
    </QueryPanel>
  );
}

function Summary({ view: { state, run, browserAt } }: { view: LegalView }) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-ui text-text-2">
      {state && <Tag tone={stateTones[state]}>{legalStates[state]}</Tag>}
      <span className="text-text-3">{legalDisclaimer}</span>
      {run?.uncheckable && (
        <p className="basis-full">
          Der letzte Lauf am {formatDateTime(run.at)} konnte nichts prüfen: {run.uncheckable} Die Befunde sind vom Lauf
          davor.
        </p>
      )}
      {run?.withoutBrowser && (
        <p className="basis-full">Ohne Browser geprüft, ein Teil ist offen geblieben: {run.withoutBrowser}</p>
      )}
      {run && browserAt && browserAt < run.at && (
        <p className="basis-full">
          Anfragen und Cookies sind vom letzten Lauf mit Browser am {formatDateTime(browserAt)}.
        </p>
      )}
    </div>
  );
}

function Found({ view, website }: { view: LegalView; website: RecordRow }) {
  const { findings, rules, run, trend, record, pictureAt } = view;
  const isReadOnly = website.archivedAt !== null;
  const of = (state: LegalFinding["state"]) => findings.filter((finding) => finding.state === state);
  const [open, accepted, gone] = [of("open"), of("accepted"), of("gone")];
  return (
    <>
      {open.length === 0 && run && !run.uncheckable && (
        <p className="mt-5 text-ui text-text-2">Was geprüft werden konnte, ist unauffällig.</p>
      )}
      {keysOf(legalGroups).map((group) => (
        <GroupSection
          key={group}
          group={group}
          open={open.filter(({ rule }) => rule.group === group)}
          isReadOnly={isReadOnly}
        />
      ))}
      {(accepted.length > 0 || gone.length > 0) && (
        <Section title="Nicht mehr offen">
          {accepted.length > 0 && (
            <Fold summary={`Akzeptiert (${accepted.length})`}>
              <FindingList findings={accepted} isReadOnly={isReadOnly} />
            </Fold>
          )}
          {gone.length > 0 && (
            <Fold summary={`Nicht mehr gefunden (${gone.length})`}>
              <FindingList findings={gone} />
            </Fold>
          )}
        </Section>
      )}
      <Checked rules={rules} />
      <LegalFigures run={run} trend={trend} />
      {record && <LegalProof websiteId={website.id} record={record} pictureAt={pictureAt} />}
    </>
  );
}

interface GroupSectionProps {
  group: LegalGroup;
  open: readonly LegalFinding[];
  isReadOnly: boolean;
}

function GroupSection({ group, open, isReadOnly }: GroupSectionProps) {
  if (open.length === 0) return null;
  return (
    <Section title={legalGroups[group].label} aside={`${open.length} offen`}>
      <FindingList findings={open} isReadOnly={isReadOnly} />
    </Section>
  );
}

/** What was looked at without a finding, and what nobody could look at, told apart. */
function Checked({ rules }: { rules: readonly LegalRuleResult[] }) {
  const of = (state: LegalRuleResult["state"]) => rules.filter((rule) => rule.state === state);
  const byReason = Map.groupBy(of("unchecked"), ({ reason }) => reason ?? "");
  const [ok, inapplicable] = [of("ok"), of("inapplicable")];
  if (rules.length === 0) return null;
  return (
    <Section title="Alle Regeln" aside={`${rules.length}`}>
      {[...byReason].map(([reason, unchecked]) => (
        <Fold key={reason} summary={`Nicht prüfbar (${unchecked.length}): ${reason}`}>
          <RuleList rules={unchecked} />
        </Fold>
      ))}
      {ok.length > 0 && (
        <Fold summary={`Geprüft und unauffällig (${ok.length})`}>
          <RuleList rules={ok} />
        </Fold>
      )}
      {inapplicable.length > 0 && (
        <Fold summary={`Trifft nicht zu (${inapplicable.length})`}>
          <RuleList rules={inapplicable} />
        </Fold>
      )}
    </Section>
  );
}

function RuleList({ rules }: { rules: readonly LegalRuleResult[] }) {
  return (
    <ul className="pb-2 text-ui text-text-2">
      {rules.map(({ id, title, state, reason }) => (
        <li key={id} className="py-0.5">
          {title}
          {state === "inapplicable" && reason && <span className="text-text-3"> · {reason}</span>}
        </li>
      ))}
    </ul>
  );
}
