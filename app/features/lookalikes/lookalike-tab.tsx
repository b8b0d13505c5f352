import { useQuery } from "@tanstack/react-query";
import { type Lookalike, lookalikeKinds, lookalikeStates } from "../../../contract/lookalikes/lookalikes.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDate, formatNumber } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { ChoiceSelect } from "../../ui/form/choice-select.tsx";
import { Section } from "../../ui/section.tsx";
import { Tag } from "../../ui/status/tag.tsx";
import { isUnderWay, LookupLine, pollMs } from "../lookups/lookup-line.tsx";

/** The tab „Ähnliche Domains“: what is registered of a list of names that could be mistaken for this one. */
export function LookalikeTab({ domain }: { domain: RecordRow }) {
  const view = useQuery(
    useTRPC().lookalike.get.queryOptions(
      { id: domain.id },
      { refetchInterval: ({ state }) => (isUnderWay(state.data?.lookup) ? pollMs : false) },
    ),
  );
  return (
    <QueryPanel query={view} failure="Die ähnlichen Domains konnten nicht geladen werden." rows={6}>
      {({ watcher, lookup, askedCount, found }) => (
        <>
          {watcher ? (
            <>
              <LookupLine id={domain.id} kind="lookalikes" lookup={lookup} />
              {watcher === "customer" && (
                <p className="text-note text-text-3">Beim Kunden für alle seine Domains eingeschaltet.</p>
              )}
            </>
          ) : (
            <p className="max-w-[72ch] text-ui text-text-2">
              Aus. „Ähnliche Domains beobachten“ beim Bearbeiten der Domain oder, für alle auf einmal, ihres Kunden
              einschalten: Einmal in der Woche wird im DNS gefragt, welche Vertipper, ähnlichen Zeichen und anderen
              Endungen registriert sind.
            </p>
          )}
          {(watcher || found.length > 0) && (
            <Section title="Registriert">
              {found.length === 0 ? (
                <p className="py-4 text-ui text-text-2">
                  {lookup?.answeredAt
                    ? `Von ${formatNumber(askedCount)} ähnlichen Namen ist keiner registriert.`
                    : "Noch keine Antwort."}
                </p>
              ) : (
                <ul>
                  {found.map((each) => (
                    <Row key={each.id} domain={domain} lookalike={each} />
                  ))}
                </ul>
              )}
            </Section>
          )}
        </>
      )}
    </QueryPanel>
  );
}

function Row({ domain, lookalike }: { domain: RecordRow; lookalike: Lookalike }) {
  const { id, name, nameAce, kind, firstSeenAt, goneAt, addresses, hasMail, state } = lookalike;
  const mayEdit = hasAbility(useRole(), "editRecords") && !domain.archivedAt;
  const judge = useMutate(useTRPC().lookalike.judge.mutationOptions(), { refreshes: ["lookalike"] });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2 text-ui">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-550 [overflow-wrap:anywhere]">
          {name}
          {hasMail && !goneAt && <Tag tone="warn">empfängt E-Mail</Tag>}
          {goneAt && <Tag>nicht mehr registriert</Tag>}
        </p>
        <p className="text-note text-text-3 [overflow-wrap:anywhere]">
          {[
            lookalikeKinds[kind],
            name !== nameAce && nameAce,
            addresses.join(", "),
            `gesehen seit ${formatDate(firstSeenAt)}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {mayEdit ? (
        <div className="w-40">
          <ChoiceSelect
            aria-label={`Was ${name} ist`}
            labels={lookalikeStates}
            value={state}
            onChange={(next) => judge.mutate({ id: domain.id, lookalikeId: id, state: next })}
          />
        </div>
      ) : (
        <Tag tone={state === "case" ? "bad" : "neutral"}>{lookalikeStates[state]}</Tag>
      )}
    </li>
  );
}
