import { useState } from "react";
import { countThings, type Offboarding } from "../../../contract/offboarding/offboarding.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { FormNotice } from "../../ui/form/form-notice.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Step } from "./step.tsx";

/** Closes the account, and with it the way out. */
export function AccountStep({ offboarding: { person, refusal, run, left } }: { offboarding: Offboarding }) {
  const [isAsking, setIsAsking] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const finish = useMutate(useTRPC().offboarding.finish.mutationOptions(), {
    refreshes: ["offboarding", "user"],
    success: "Austritt abgeschlossen.",
    onSuccess: () => setIsAsking(false),
    onRefused: (error) => {
      setErrors([problemOf(error)?.message ?? ""]);
      return Boolean(problemOf(error));
    },
  });
  const isClosed = person.state === "deactivated";
  const things = countThings(left);
  const isDone = isClosed && Boolean(run?.finishedAt);
  return (
    <Step step="account" left={isClosed ? "Das Konto ist gesperrt." : "Das Konto ist offen."} isDone={isDone}>
      {refusal && !isClosed && <FormNotice text={refusal} />}
      {!isDone && (
        <>
          <Button
            className="mt-4"
            variant={isClosed ? "secondary" : "danger"}
            disabled={refusal !== null}
            onClick={() => setIsAsking(true)}
          >
            {isClosed ? "Austritt abschließen" : "Konto sperren und abschließen"}
          </Button>
          <ConfirmDialog
            open={isAsking}
            onOpenChange={(open) => {
              setErrors([]);
              setIsAsking(open);
            }}
            title={`Austritt von ${person.name} abschließen?`}
            description={
              (isClosed ? "" : "Das Konto wird gesperrt. ") +
              (things > 0
                ? `Noch nicht übergeben: ${things}. Das steht dann im Protokoll und geht auch später noch.`
                : "Alles ist übergeben.")
            }
            confirmLabel="Abschließen"
            pendingLabel="Schließt ab …"
            pending={finish.isPending}
            errors={errors}
            onConfirm={() => finish.mutate({ id: person.id })}
          />
        </>
      )}
    </Step>
  );
}
