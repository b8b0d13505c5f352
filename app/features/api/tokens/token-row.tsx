import { Link } from "@remix-run/react";
import { apiScopes } from "../../../../contract/api/scopes.ts";
import type { ApiToken } from "../../../../contract/api/tokens.ts";
import { dayMs } from "../../../../contract/time/durations.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { formatDate, formatDateTime } from "../../../lib/format.ts";
import { portalNow } from "../../../lib/time/portal-clock.ts";
import { linkClass } from "../../../ui/link-class.ts";
import { ConfirmButton } from "../../../ui/overlays/confirm-button.tsx";
import { SecretHint, SecretRow } from "../../../ui/secrets/secret-row.tsx";
import { Tag } from "../../../ui/status/tag.tsx";

const soonMs = 14 * dayMs;

/** A token by its name and first characters, with what it may do and when it was last used. */
export function TokenRow({ token, showsOwner }: { token: ApiToken; showsOwner: boolean }) {
  const { name, hint, scopes, owner, lastUsedAt, lastUsedFrom, createdAt } = token;
  return (
    <SecretRow
      name={name}
      marks={
        <>
          <SecretHint>{hint}…</SecretHint>
          <Expiry token={token} />
        </>
      }
      actions={<Revoke token={token} showsOwner={showsOwner} />}
    >
      <p className="text-meta text-text-2">{scopes.map((scope) => apiScopes[scope]).join(", ")}</p>
      <p className="text-meta text-text-3 [overflow-wrap:anywhere]">
        {showsOwner && (
          <>
            <Link to={`/users/${owner.id}`} className={linkClass}>
              {owner.name}
            </Link>
            {" · "}
          </>
        )}
        erstellt {formatDate(createdAt)} ·{" "}
        {lastUsedAt
          ? `zuletzt benutzt ${formatDateTime(lastUsedAt)}${lastUsedFrom ? ` von ${lastUsedFrom}` : ""}`
          : "noch nie benutzt"}
      </p>
    </SecretRow>
  );
}

function Expiry({ token: { expiresAt } }: { token: ApiToken }) {
  const left = expiresAt.getTime() - portalNow().getTime();
  if (left <= 0) return <Tag tone="bad">Abgelaufen am {formatDate(expiresAt)}</Tag>;
  return <Tag tone={left < soonMs ? "warn" : "neutral"}>Gilt bis {formatDate(expiresAt)}</Tag>;
}

function Revoke({ token: { id, name, owner }, showsOwner }: { token: ApiToken; showsOwner: boolean }) {
  const revoke = useMutate(useTRPC().apiToken.revoke.mutationOptions(), {
    refreshes: ["apiToken"],
    success: "Token widerrufen.",
  });
  return (
    <ConfirmButton
      label="Widerrufen"
      action={`Token „${name}“ widerrufen`}
      description={`${showsOwner ? `Es gehört ${owner.name}. ` : ""}Programme, die es benutzen, werden sofort abgewiesen. Das lässt sich nicht zurücknehmen.`}
      pendingLabel="Widerruft …"
      isPending={revoke.isPending}
      onConfirm={(onSuccess) => revoke.mutate({ id }, { onSuccess })}
    />
  );
}
