import { Link } from "@remix-run/react";
import { Pin, PinOff } from "lucide-react";
import { type IncidentPage, pinKinds } from "../../../contract/incidents/incident-page.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { openPinPage } from "./open-incident-dialogs.tsx";

/** Pages of the wiki that help: pinned to the provider, the kind of host, the system or a customer. */
export function Runbooks({ page: { runbooks, pinTargets, can } }: { page: IncidentPage }) {
  const unpin = useMutate(useTRPC().incident.setPin.mutationOptions(), { refreshes: ["incident"] });
  if (pinTargets.length === 0) return null;
  return (
    <Section
      title="Runbooks"
      aside={
        can.pin && (
          <Button size="sm" variant="ghost" icon={Pin} onClick={() => void openPinPage(pinTargets)}>
            Seite anheften
          </Button>
        )
      }
    >
      {runbooks.length === 0 && (
        <p className="py-3 text-ui text-text-2">
          Keine Wiki-Seite ist an Anbieter, System, Art des Hosters oder Kunden angeheftet.
        </p>
      )}
      <ul aria-label="Runbooks">
        {runbooks.map(({ id, label, pin }) => (
          <li
            key={`${id}:${pin.kind}:${pin.value}`}
            className="flex items-center gap-x-4 border-b py-1.5 text-ui last:border-b-0"
          >
            <Link
              to={`/wiki/${id}`}
              className="min-w-0 flex-1 text-row font-medium [overflow-wrap:anywhere] hover:underline max-md:py-3"
            >
              {label}
            </Link>
            <span className="text-text-3">
              {pinKinds[pin.kind]}: {pin.label}
            </span>
            {can.pin && (
              <IconButton
                icon={PinOff}
                size="sm"
                variant="ghost"
                label={`„${label}“ von ${pin.label} lösen`}
                onClick={() => unpin.mutate({ pageId: id, kind: pin.kind, value: pin.value, on: false })}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
