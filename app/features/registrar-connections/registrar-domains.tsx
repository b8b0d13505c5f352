import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { notTried } from "../../../contract/channels/services.ts";
import type {
  RegistrarDomainRow,
  RegistrarDomains as RegistrarDomainsAnswer,
  registrarDomainStates,
} from "../../../contract/registrar-connections/registrar-connections.ts";
import { registrarServices } from "../../../contract/registrar-connections/services.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatNumber } from "../../lib/format.ts";
import { tellBulkResult } from "../../records/list/bulk/bulk-result.tsx";
import { RecordLink } from "../../records/values/field-value.tsx";
import { formatDay, formatMoney } from "../../records/values/format-value.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { SettingsHeader } from "../settings/settings-header.tsx";
import { ConnectionActions, isUnderWay, Outcome, pollMs } from "./connection-list.tsx";

/** What one registrar has named, beside what the portal knows. */
export function RegistrarDomains({ id }: { id: string }) {
  const found = useQuery(
    useTRPC().registrarConnection.domains.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.connection) ? pollMs : false) },
    ),
  );
  return (
    <>
      <SettingsHeader title={found.data?.connection.account.label ?? "Registrar"} />
      <QueryPanel query={found} failure="Die Domains konnten nicht geladen werden." rows={8}>
        {(answer) => <Domains answer={answer} />}
      </QueryPanel>
    </>
  );
}

function Domains({ answer: { connection, domains, missing } }: { answer: RegistrarDomainsAnswer }) {
  const { label } = registrarServices[connection.service];
  const groups = (["unknown", "elsewhere", "known", "zone"] as const).map((state) => ({
    state,
    rows: domains.filter((row) => row.state === state),
  }));
  const [unknown, ...others] = groups;
  return (
    <div className="mt-5 grid max-w-[960px] gap-7 [&>*]:min-w-0">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72 text-ui">
          <p className="text-text-2">
            {label}: {notTried}.
          </p>
          <Outcome connection={connection} />
        </div>
        <div className="flex items-center gap-3">
          <ConnectionActions connection={connection} />
        </div>
      </div>
      {unknown && unknown.rows.length > 0 && <Unknown id={connection.id} rows={unknown.rows} />}
      {missing.length > 0 && (
        <Section title={`Dort nicht gefunden (${formatNumber(missing.length)})`}>
          <p className="py-3 text-ui text-text-2">
            Im Portal liegen sie in diesem Konto, {label} nennt sie nicht: umgezogen, gelöscht, oder das Konto stimmt
            nicht.
          </p>
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-ui">
            {missing.map((domain) => (
              <li key={domain.id} className="max-md:py-2.5">
                <RecordLink to="domain" value={domain} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {others.map(
        ({ state, rows }) =>
          rows.length > 0 && (
            <Section key={state} title={`${titles[state]} (${formatNumber(rows.length)})`}>
              <ul>
                {rows.map((row) => (
                  <DomainRow key={row.nameAce} row={row} />
                ))}
              </ul>
            </Section>
          ),
      )}
      {domains.length === 0 && missing.length === 0 && (
        <p className="py-4 text-ui text-text-2">{label} hat noch keine Domain genannt.</p>
      )}
    </div>
  );
}

const titles = {
  unknown: "Nicht im Portal",
  elsewhere: "Im Portal bei einem anderen Konto",
  known: "Im Portal",
  zone: "Nur DNS-Zonen",
} as const satisfies Record<keyof typeof registrarDomainStates, string>;

function Unknown({ id, rows }: { id: string; rows: readonly RegistrarDomainRow[] }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const save = useMutate(useTRPC().registrarConnection.importDomains.mutationOptions(), {
    refreshes: ["registrarConnection", "domain", "term", "deadline", "dashboard"],
    onSuccess: (result) => {
      setTicked(new Set());
      tellBulkResult(result, "angelegt", { failure: "Diese Domains wurden nicht angelegt." });
    },
  });
  const tick = (name: string, isOn: boolean) =>
    setTicked((before) => new Set(isOn ? [...before, name] : [...before].filter((each) => each !== name)));
  const chosen = rows.filter(({ nameAce }) => ticked.has(nameAce)).slice(0, 500);
  return (
    <Section
      title={`${titles.unknown} (${formatNumber(rows.length)})`}
      aside={
        <Checkbox
          label="Alle"
          checked={chosen.length === Math.min(rows.length, 500)}
          onChange={({ target }) => setTicked(new Set(target.checked ? rows.map(({ nameAce }) => nameAce) : []))}
        />
      }
    >
      <ul>
        {rows.map((row) => (
          <DomainRow
            key={row.nameAce}
            row={row}
            lead={
              <Checkbox
                aria-label={`${row.name} anlegen`}
                checked={ticked.has(row.nameAce)}
                onChange={({ target }) => tick(row.nameAce, target.checked)}
              />
            }
          />
        ))}
      </ul>
      <Button
        variant="primary"
        className="mt-4"
        disabled={chosen.length === 0}
        loading={save.isPending}
        onClick={() => save.mutate({ id, names: chosen.map(({ nameAce }) => nameAce) })}
      >
        {chosen.length === 1 ? "1 Domain anlegen" : `${formatNumber(chosen.length)} Domains anlegen`}
      </Button>
    </Section>
  );
}

function DomainRow({ row, lead }: { row: RegistrarDomainRow; lead?: React.ReactNode }) {
  const { name, domain, answer, problem } = row;
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b py-2 text-ui">
      {lead}
      <span className="min-w-0 flex-1 basis-44 font-550 [overflow-wrap:anywhere]">
        {domain ? <RecordLink to="domain" value={domain} /> : name}
      </span>
      {answer && (
        <span className="num text-text-2">
          {answer.renewsOn
            ? `${answer.autoRenew === false ? "endet am" : "verlängert sich am"} ${formatDay(answer.renewsOn)}`
            : "ohne Datum"}
        </span>
      )}
      {answer?.price && (
        <span className="num text-text-2">
          {formatMoney(answer.price.cents)} je {answer.price.months === 12 ? "Jahr" : `${answer.price.months} Monate`}
        </span>
      )}
      {answer?.isLocked && <Tag>Transfersperre</Tag>}
      {problem && (
        <span className="flex min-w-0 basis-full items-center gap-2 text-note text-text-2">
          <Tag tone="warn">Nicht lesbar</Tag>
          <span className="min-w-0 [overflow-wrap:anywhere]">{problem}</span>
        </span>
      )}
    </li>
  );
}
