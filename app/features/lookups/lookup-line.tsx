import { RefreshCw } from "lucide-react";
import {
  type LookupKind,
  type LookupState,
  type LookupTargetType,
  lookupKinds,
} from "../../../contract/lookups/lookups.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { Button } from "../../ui/button.tsx";

/** While an answer is on its way it is read again so often. */
export const pollMs = 2000;

/** Whether an answer is on its way. */
export const isUnderWay = (lookup: LookupState | null | undefined): boolean =>
  lookup !== null && lookup !== undefined && lookup.dueAt.getTime() <= Date.now();

/** The procedures whose answers show what a kind of lookup found. */
const shownBy = {
  dns: ["dns"],
  registration: ["registration"],
  holderMail: ["holderConfirmation"],
  redirect: ["redirect"],
  lookalikes: ["lookalike"],
  siteAddresses: ["address", "website"],
  hostAddresses: ["address", "host"],
  ports: ["address"],
  technologies: ["technology", "website"],
  legal: ["legal", "website"],
} as const satisfies Record<LookupKind, readonly string[]>;

const whyNotAsked: Readonly<Record<LookupTargetType, string>> = {
  domain:
    "Diese Domain wird nicht abgefragt: Ihr Name ist nicht öffentlich, sie ist archiviert, oder die Überwachung ist aus.",
  website:
    "Diese Website wird nicht abgefragt: Sie ist nicht live, ihre Adresse ist nicht öffentlich, oder die Überwachung ist aus.",
  host: "Dieser Hoster wird nicht abgefragt: Er hat keine öffentliche Adresse, oder die Überwachung ist aus.",
};

interface LookupLineProps {
  id: string;
  kind: LookupKind;
  lookup: LookupState | null;
  /** What the button says. */
  label?: string;
}

/** When somebody answered last, why not since then, and „Jetzt abfragen“. */
export function LookupLine({ id, kind, lookup, label = "Jetzt abfragen" }: LookupLineProps) {
  const role = useRole();
  const ask = useMutate(useTRPC().lookup.ask.mutationOptions(), { refreshes: [...shownBy[kind], "lookup"] });
  if (!lookup) return <p className="text-ui text-text-2">{whyNotAsked[lookupKinds[kind].target]}</p>;
  const isAsking = isUnderWay(lookup);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 text-ui text-text-2" role="status">
        {isAsking
          ? "Wird gerade abgefragt …"
          : lookup.answeredAt
            ? `Stand ${formatDateTime(lookup.answeredAt)}.`
            : "Noch keine Antwort."}
        {!isAsking && lookup.error && ` Seitdem: ${lookup.error}`}
      </p>
      {hasAbility(role, "runChecks") && (
        <Button size="sm" icon={RefreshCw} loading={ask.isPending || isAsking} onClick={() => ask.mutate({ id, kind })}>
          {label}
        </Button>
      )}
    </div>
  );
}
