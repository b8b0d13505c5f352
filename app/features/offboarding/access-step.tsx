import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Step } from "./step.tsx";

interface AccessStepProps {
  userId: string;
  tokens: number;
  feeds: number;
  sessions: number;
}

/** Revokes tokens and ends calendar feeds and sessions at once. */
export function AccessStep({ userId, tokens, feeds, sessions }: AccessStepProps) {
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
