import { useQuery } from "@tanstack/react-query";
import { useMutate } from "../../lib/api/mutate.ts";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { AccountStep } from "./account-step.tsx";
import { DevicesStep } from "./devices-step.tsx";
import { HandoverReport } from "./handover-report.tsx";
import { ResponsibilitiesStep } from "./responsibilities-step.tsx";
import { Step } from "./step.tsx";

/** Sees a person off step by step; each can be done again, and all of it later. */
export function OffboardingSteps({ userId }: { userId: string }) {
  const query = useQuery(useTRPC().offboarding.get.queryOptions({ id: userId }));
  return (
    <QueryPanel query={query} failure="Der Austritt konnte nicht geladen werden.">
      {(offboarding) => {
        const { run, left } = offboarding;
        return (
          <>
            <h2>Austritt begleiten</h2>
            <p className="mt-1 border-b pb-4 text-text-2">
              Schritt für Schritt aus dem Team, ohne dass etwas liegen bleibt. Du kannst jederzeit unterbrechen und
              später hier weitermachen.
            </p>
            <ol>
              <DevicesStep userId={userId} devices={left.devices} />
              <ResponsibilitiesStep userId={userId} left={left} />
              <AccessStep userId={userId} tokens={left.tokens} feeds={left.feeds} sessions={left.sessions} />
              <AccountStep offboarding={offboarding} />
            </ol>
            {run && <HandoverReport userId={userId} run={run} />}
          </>
        );
      }}
    </QueryPanel>
  );
}

interface AccessStepProps {
  userId: string;
  tokens: number;
  feeds: number;
  sessions: number;
}

/** Revokes tokens and ends calendar feeds and sessions at once. */
function AccessStep({ userId, tokens, feeds, sessions }: AccessStepProps) {
  const end = useMutate(useTRPC().offboarding.endAccess.mutationOptions(), {
    refreshes: ["offboarding"],
    success: "Zugänge beendet.",
  });
  const isDone = tokens + feeds + sessions === 0;
  const still = [
    `${tokens} API-Token`,
    ...(feeds > 0 ? [`${feeds} ${feeds === 1 ? "Kalender-Feed" : "Kalender-Feeds"}`] : []),
  ].join(", ");
  const left = `${still} und ${sessions} ${sessions === 1 ? "Sitzung" : "Sitzungen"} gelten noch.`;
  return (
    <Step
      step="access"
      left={isDone ? "Kein API-Token, kein Kalender-Feed und keine Sitzung gilt mehr." : left}
      isDone={isDone}
    >
      {!isDone && (
        <Button
          className="mt-4"
          loading={end.isPending}
          loadingLabel="Beendet …"
          onClick={() => end.mutate({ id: userId })}
        >
          Token widerrufen, Sitzungen beenden
        </Button>
      )}
    </Step>
  );
}
