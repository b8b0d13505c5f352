import { Link, useNavigate } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import {
  type CreatedSites,
  type DiscoveredUrl,
  type DiscoveryView,
  isRedirectOnly,
} from "../../../contract/discoveries/discoveries.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import { counted } from "../../../contract/values/counted.ts";
import { useInvalidate } from "../../lib/api/invalidate.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { readDraft, writeDraft } from "../../lib/form/draft.ts";
import { formatNumber } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { ProgressLine } from "../../ui/status/progress-line.tsx";
import {
  type Choice,
  type Choices,
  choicesKey,
  hostlessOnSameServer,
  isTicked,
  mayRetry,
  obstacleOf,
  orderOf,
} from "./choices.ts";
import { UrlRow, UrlRowsHead } from "./url-row.tsx";
import { useDiscard } from "./use-discard.ts";

/** Where signals get lost, what is under way is still asked for now and then. */
export const pollMs = 5000;

/** Everything that is known of some URLs, and what is to become of each. */
export function DiscoveryPage({ id }: { id: string }) {
  const trpc = useTRPC();
  const navigate = useNavigate();
  const [discardedId, setDiscardedId] = useState<string>();
  const discard = useDiscard((discarded) => {
    setDiscardedId(discarded);
    navigate("/discover");
  });
  const query = useQuery({
    ...trpc.discovery.get.queryOptions({ id }),
    // The page stays on screen until the next one is there.
    enabled: discardedId !== id,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollMs : false),
  });
  if (query.isPending) return <RowSkeletons className="mt-7" />;
  if (query.isError && !query.data)
    return (
      <ListError
        message="Die Prüfung konnte nicht geladen werden."
        errorId={problemOf(query.error)?.requestId}
        retrying={query.isRefetching}
        onRetry={() => void query.refetch()}
      />
    );
  return <Discovery key={id} view={query.data} onDiscard={() => void discard(query.data)} />;
}

function Discovery({ view, onDiscard }: { view: DiscoveryView; onDiscard: () => void }) {
  const trpc = useTRPC();
  const [choices, choose] = useChoices(view.id);
  const [refused, setRefused] = useState<CreatedSites["refused"]>([]);
  const create = useMutate(trpc.discovery.createSites.mutationOptions(), {
    refreshes: ["discovery", "website", "domain", "customer", "host", "dashboard"],
    onSuccess: (came) => setRefused(came.refused),
  });
  const retry = useMutate(trpc.discovery.retry.mutationOptions(), { refreshes: ["discovery"] });
  const invalidate = useInvalidate();
  const { urls } = view;
  const failed = urls.filter((discovered) => mayRetry(discovered) && hasFailed(discovered));
  const chosen = urls.filter((discovered) => isTicked(discovered, choices[discovered.id]));
  const open = urls.filter((discovered) => !obstacleOf(discovered));
  const tickAll = () => {
    const isTicking = chosen.length < open.length;
    choose(Object.fromEntries(open.map(({ id }) => [id, { isTicked: isTicking }])));
  };
  const setHost = (urlId: string, host: Ref) => {
    const others = hostlessOnSameServer(urls, choices, urlId);
    choose(Object.fromEntries([urlId, ...others].map((id) => [id, { host }])));
    void invalidate(["discovery"]);
    if (others.length > 0)
      showToast({
        tone: "info",
        title: `${host.label} ist auch bei ${counted(others.length, "weiteren Adresse", "weiteren Adressen")} mit dieser IP-Adresse eingetragen.`,
      });
  };
  const submit = () =>
    create.mutate({ id: view.id, sites: chosen.map((discovered) => orderOf(discovered, choices[discovered.id])) });
  return (
    <>
      <DiscoveryHead view={view} onDiscard={onDiscard} />
      <div className="mt-6 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 border-b border-b-line-strong pb-2">
        <Checkbox
          label={`${formatNumber(chosen.length)} ausgewählt`}
          checked={chosen.length > 0 && chosen.length === open.length}
          indeterminate={chosen.length > 0 && chosen.length < open.length}
          disabled={open.length === 0}
          onChange={tickAll}
        />
        {failed.length > 1 && (
          <Button
            icon={RefreshCw}
            variant="ghost"
            className="ml-auto"
            loading={retry.isPending}
            onClick={() => retry.mutate({ id: view.id, urlIds: failed.map(({ id }) => id) })}
          >
            {`${formatNumber(failed.length)} mit Fehlern erneut prüfen`}
          </Button>
        )}
        <Button
          variant="primary"
          className={failed.length > 1 ? "" : "ml-auto"}
          disabled={chosen.length === 0}
          loading={create.isPending}
          loadingLabel="Legt an …"
          onClick={submit}
        >
          {createLabel(chosen)}
        </Button>
      </div>
      {refused.length > 0 && (
        <p role="alert" className="mt-3 text-ui text-bad-text">
          {refused.length === 1 ? "1 Adresse wurde" : `${formatNumber(refused.length)} Adressen wurden`} nicht angelegt;
          warum, steht dort.
        </p>
      )}
      <UrlRowsHead />
      <ul>
        {urls.map((discovered) => (
          <UrlRow
            key={discovered.id}
            discovered={discovered}
            choice={choices[discovered.id]}
            refusal={refused.find(({ urlId }) => urlId === discovered.id)}
            same={urls.find(({ id }) => id === discovered.sameAs)?.typed}
            onHost={(host) => setHost(discovered.id, host)}
            onRetry={mayRetry(discovered) ? () => retry.mutate({ id: view.id, urlIds: [discovered.id] }) : undefined}
            onChoose={(change) => {
              choose({ [discovered.id]: change });
              setRefused((before) => before.filter(({ urlId }) => urlId !== discovered.id));
            }}
          />
        ))}
      </ul>
    </>
  );
}

/** How far it has come, and „Verwerfen …“. */
function DiscoveryHead({ view, onDiscard }: { view: DiscoveryView; onDiscard: () => void }) {
  const { total, done } = view;
  return (
    <>
      <p className="mb-1.5 text-ui text-text-2">
        <Link to="/discover" className="hover:underline max-md:-my-3 max-md:inline-block max-md:py-3">
          Websites aus Adressen anlegen
        </Link>
      </p>
      <PageHeader
        title={done < total ? "Wird geprüft …" : "Ergebnis der Prüfung"}
        actions={<Button onClick={onDiscard}>Verwerfen …</Button>}
      />
      <p className="num mt-1 text-help text-text-2" role="status">
        {summaryOf(view)}
      </p>
      {done < total && <ProgressLine label="Fortschritt" part={done / total} />}
    </>
  );
}

/** Pictures come after everything else. */
const isUnderWay = ({ urls }: DiscoveryView) =>
  urls.some(({ steps }) => steps.some(({ state }) => state === "waiting" || state === "running"));

function createLabel(chosen: readonly DiscoveredUrl[]): string {
  const redirects = chosen.filter(isRedirectOnly).length;
  const websites = chosen.length - redirects;
  const parts = [
    ...(websites > 0 || redirects === 0 ? [counted(websites, "Website", "Websites")] : []),
    ...(redirects > 0 ? [counted(redirects, "Weiterleitung", "Weiterleitungen")] : []),
  ];
  return `${parts.join(" und ")} anlegen`;
}

const hasFailed = ({ steps }: DiscoveredUrl) => steps.some(({ state }) => state === "failed");

function summaryOf({ total, done, created, urls }: DiscoveryView): string {
  if (done < total)
    return `${formatNumber(done)} von ${formatNumber(total)}. Du kannst diese Seite verlassen, es geht ohne dich weiter.`;
  const unreached = urls.filter(({ steps }) => steps.some(({ step, state }) => step === "reach" && state === "failed"));
  const parts = [
    total === 1 ? "1 Adresse geprüft" : `${formatNumber(total)} Adressen geprüft`,
    ...(unreached.length > 0 ? [`${formatNumber(unreached.length)} nicht erreichbar`] : []),
    ...(created > 0 ? [`${formatNumber(created)} angelegt`] : []),
  ];
  return `${parts.join(", ")}.${created === 0 ? " Noch ist nichts geschrieben." : ""}`;
}

/** What the person has decided, kept over a reload of the tab. */
function useChoices(id: string) {
  const key = choicesKey(id);
  const [choices, setChoices] = useState<Choices>({});
  useEffect(() => setChoices(readDraft(key) as Choices), [key]);
  const choose = (changes: Record<string, Choice>) =>
    setChoices((before) => {
      const changed = Object.entries(changes).map(([urlId, change]) => [urlId, { ...before[urlId], ...change }]);
      const after = { ...before, ...Object.fromEntries(changed) };
      writeDraft(key, after);
      return after;
    });
  return [choices, choose] as const;
}
