import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { isReached, type RedirectAnswer } from "../../../contract/redirects/redirects.ts";
import {
  isLocked,
  type Registration,
  type RegistrationView,
  statusLabel,
} from "../../../contract/registrations/registrations.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { termSourceLabels } from "../../../contract/terms/sources.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { formatDay } from "../../records/values/format-value.ts";
import { Button } from "../../ui/button.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { isUnderWay, LookupLine, pollMs } from "../lookups/lookup-line.tsx";
import { AtRegistrar } from "../registrar-connections/at-registrar.tsx";

/** The tab „Registrierung“: what the registry says, when it was asked, and what it keeps to itself. */
export function RegistrationTab({ domain }: { domain: RecordRow }) {
  const registration = useQuery(
    useTRPC().registration.get.queryOptions(
      { id: domain.id },
      { refetchInterval: ({ state }) => (isUnderWay(state.data?.lookup) ? pollMs : false) },
    ),
  );
  const seesHolders = hasAbility(useRole(), "seeHolders");
  return (
    <QueryPanel query={registration} failure="Die Registrierung konnte nicht geladen werden." rows={6}>
      {({ lookup, registration: found, note, renewal, otherDay }) => (
        <>
          <LookupLine id={domain.id} kind="registration" lookup={lookup} />
          {note && <p className="mt-3 text-ui text-text-2">{note}</p>}
          {otherDay && renewal && <OtherDay domain={domain} day={otherDay} entered={renewal.on} />}
          {found && <Answer registration={found} renewal={renewal} />}
          <AtRegistrar id={domain.id} />
          <Redirect id={domain.id} />
          {found && seesHolders && <RawAnswers id={domain.id} />}
        </>
      )}
    </QueryPanel>
  );
}

/** What somebody entered stays until somebody decides otherwise. */
function OtherDay({ domain, day, entered }: { domain: RecordRow; day: string; entered: string }) {
  const adopt = useMutate(useTRPC().registration.adoptExpiry.mutationOptions(), {
    refreshes: ["registration", "domain", "term", "deadline", "change", "dashboard"],
    success: "Gespeichert.",
  });
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-10 bg-warn-soft py-3.5 pl-[18px] pr-4 text-ui">
      <p className="min-w-0 flex-1 basis-64">
        Die Registry nennt den <strong className="font-semibold">{formatDay(day)}</strong> als Ablauf. Es gilt weiter
        der {formatDay(entered)}, den jemand eingetragen oder importiert hat.
      </p>
      {domain.can.edit && (
        <Button
          variant="on-tint"
          loading={adopt.isPending}
          onClick={() => adopt.mutate({ id: domain.id, version: domain.version })}
        >
          Datum der Registry übernehmen
        </Button>
      )}
    </div>
  );
}

/** Where a domain leads to that only redirects. */
function Redirect({ id }: { id: string }) {
  const { data } = useQuery(useTRPC().redirect.get.queryOptions({ id }));
  if (!data?.wanted) return null;
  const { wanted, answer, isRight, lookup } = data;
  return (
    <Section title="Weiterleitung">
      <div className="mt-3">
        <LookupLine id={id} kind="redirect" lookup={lookup} />
      </div>
      <KeyValues
        items={[
          { key: "Soll führen zu", value: wanted },
          ...(answer
            ? [
                { key: "Führt zu", value: answer.url },
                {
                  key: "Ergebnis",
                  value: <Result isRight={isRight} answer={answer} />,
                },
              ]
            : []),
        ]}
      />
    </Section>
  );
}

function Result({ isRight, answer }: { isRight: boolean; answer: RedirectAnswer }) {
  if (isRight) return <Tag tone="ok">stimmt</Tag>;
  if (isReached(answer)) return <Tag tone="bad">führt woandershin</Tag>;
  return <Tag tone="bad">{`antwortet mit HTTP-Status ${answer.status}`}</Tag>;
}

/** The answers as they came, for those who want to know exactly. */
function RawAnswers({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const answers = useQuery(useTRPC().registration.answers.queryOptions({ id }, { enabled: isOpen }));
  return (
    <details className="mt-6" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-ui text-text-2 max-md:py-[13px]">Rohdaten</summary>
      {isOpen && (
        <QueryPanel query={answers} failure="Die Rohdaten konnten nicht geladen werden." rows={2}>
          {(found) =>
            found.length === 0 ? (
              <p className="py-3 text-ui text-text-2">Keine. Rohdaten werden 30 Tage aufbewahrt.</p>
            ) : (
              <ol aria-label="Rohdaten" className="mt-2 grid gap-4">
                {found.map(({ firstSeenAt, lastSeenAt, source, body }) => (
                  <li key={firstSeenAt.getTime()}>
                    <p className="text-note text-text-3">
                      {source}, {formatDateTime(firstSeenAt)}
                      {lastSeenAt > firstSeenAt && `, unverändert bis ${formatDateTime(lastSeenAt)}`}. Angaben zu
                      Personen sind entfernt.
                    </p>
                    <pre className="mt-1.5 max-h-80 overflow-auto rounded-8 bg-sunken p-3 font-mono text-[12px] leading-[18px]">
                      {body}
                    </pre>
                  </li>
                ))}
              </ol>
            )
          }
        </QueryPanel>
      )}
    </details>
  );
}

function Answer({ registration, renewal }: { registration: Registration } & Pick<RegistrationView, "renewal">) {
  const { state, source, registeredOn, expiresOn, changedOn, registrar, statuses, nameservers } = registration;
  const { transferredOn, isSigned } = registration;
  if (state === "free")
    return (
      <p role="status" className="mt-4 rounded-10 bg-bad-soft px-4 py-3 text-ui">
        <strong className="font-semibold">Nicht registriert.</strong> Das sagt die Registry selbst ({source}).
      </p>
    );
  const day = (value: string | null) => (value ? formatDay(value) : "keine Angabe");
  return (
    <Section title="Auskunft der Registry" aside={source}>
      <KeyValues
        items={[
          { key: "Registrar", value: registrar ?? "keine Angabe" },
          ...(registration.holder ? [{ key: "Inhaber", value: registration.holder }] : []),
          { key: "Registriert am", value: day(registeredOn) },
          { key: "Läuft ab am", value: day(expiresOn) },
          ...(renewal
            ? [{ key: "Verlängerung", value: `${formatDay(renewal.on)}, ${termSourceLabels[renewal.source]}` }]
            : []),
          { key: "Zuletzt geändert", value: day(changedOn) },
          ...(transferredOn ? [{ key: "Zuletzt umgezogen", value: day(transferredOn) }] : []),
          ...(isSigned === undefined ? [] : [{ key: "DNSSEC", value: isSigned ? "signiert" : "nicht signiert" }]),
          {
            key: "Transfersperre",
            value: isLocked(registration) ? <Tag tone="ok">gesperrt</Tag> : <Tag>nicht gesperrt</Tag>,
          },
          { key: "Status", value: statuses.map(statusLabel).join(", ") || "keine Angabe" },
          { key: "Nameserver", value: nameservers.join(", ") || "keine Angabe" },
        ]}
      />
    </Section>
  );
}
