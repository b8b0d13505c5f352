import { useMutate } from "../../lib/mutate.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Step } from "./step.tsx";

interface AccessStepProps {
  userId: string;
  tokens: number;
  sessions: number;
}

/** Revokes tokens and ends sessions at once. */
export function AccessStep({ userId, tokens, sessions }: AccessStepProps) {
  const end = useMutate(useTRPC().offboarding.endAccess.mutationOptions(), {
    refreshes: ["offboarding"],
    success: "Zugänge beendet.",
  });
  const isDone = tokens + sessions === 0;
  const left = `${tokens} API-Token und ${sessions} ${sessions === 1 ? "Sitzung" : "Sitzungen"} gelten noch.`;
  return (
    <Step step="access" left={isDone ? "Kein API-Token und keine Sitzung gilt mehr." : left} isDone={isDone}>
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
