import { Link2, LogIn } from "lucide-react";
import { useRef, useState } from "react";
import type { LinkedSignIn, SecurityOverview } from "../../../contract/security/security.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useProof } from "../../lib/api/proof.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { portalNow } from "../../lib/time/portal-clock.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Section } from "../../ui/section.tsx";
import { ProviderForm } from "../auth/other-sign-in-methods.tsx";
import { MethodRow } from "./method-row.tsx";

interface LinkedSectionProps {
  overview: SecurityOverview;
  csrfToken: string;
  callbackUrl: string;
}

/** Accounts elsewhere that open this one; absent where the portal knows no provider and there are none. */
export function LinkedSection({ overview, csrfToken, callbackUrl }: LinkedSectionProps) {
  const { provider, linkedSignIns, confirmedUntil } = overview;
  const prove = useProof();
  const form = useRef<HTMLDivElement>(null);
  if (!provider && linkedSignIns.length === 0) return null;
  const send = () => form.current?.querySelector("form")?.requestSubmit();
  const isProved = confirmedUntil !== null && confirmedUntil.getTime() > portalNow().getTime();
  return (
    <Section
      title="Verknüpfte Anmeldungen"
      className="mt-11"
      aside={
        provider && (
          <Button
            size="sm"
            icon={Link2}
            className="mb-1.5 min-w-0 max-w-[min(320px,calc(100vw-156px))]"
            onClick={async () => (isProved || (await prove?.())) && send()}
          >
            <span className="min-w-0 truncate">Mit {provider.label} verknüpfen</span>
          </Button>
        )
      }
    >
      <div ref={form} hidden>
        <ProviderForm csrfToken={csrfToken} callbackUrl={callbackUrl} purpose="link">
          <button type="submit">Verknüpfen</button>
        </ProviderForm>
      </div>
      {linkedSignIns.length === 0 && <p className="border-b py-4 text-text-2">Noch nichts verknüpft.</p>}
      <ul>
        {linkedSignIns.map((linked) => (
          <LinkedRow key={linked.id} linked={linked} />
        ))}
      </ul>
    </Section>
  );
}

function LinkedRow({ linked }: { linked: LinkedSignIn }) {
  const trpc = useTRPC();
  const [isAsking, setIsAsking] = useState(false);
  const { id, issuer, email, lastUsedAt } = linked;
  const host = new URL(issuer).host;
  const unlink = useMutate(trpc.security.unlinkSignIn.mutationOptions(), {
    refreshes: ["security"],
    success: "Verknüpfung gelöst.",
    onSuccess: () => setIsAsking(false),
  });
  return (
    <MethodRow
      icon={LogIn}
      title={email ?? host}
      text={`${host} · ${lastUsedAt ? `Zuletzt verwendet ${formatDateTime(lastUsedAt)}` : "Noch nicht verwendet"}`}
    >
      <Button size="sm" variant="danger" onClick={() => setIsAsking(true)}>
        Lösen
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Verknüpfung lösen?"
        description={`Über ${host} kommst du dann nicht mehr in dein Konto.`}
        confirmLabel="Lösen"
        pending={unlink.isPending}
        pendingLabel="Löst …"
        onConfirm={() => unlink.mutate({ id })}
      />
    </MethodRow>
  );
}
