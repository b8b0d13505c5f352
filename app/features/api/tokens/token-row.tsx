import { Link } from "@remix-run/react";
import { useState } from "react";
import { apiScopes } from "../../../../contract/api/scopes.ts";
import type { ApiToken } from "../../../../contract/api/tokens.ts";
import { dayMs } from "../../../../contract/time/durations.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { formatDate, formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { linkClass } from "../../../ui/link-class.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { Tag } from "../../../ui/status/tag.tsx";

const soonMs = 14 * dayMs;

/** A token by its name and first characters, with what it may do and when it was last used. */
export function TokenRow({ token, showsOwner }: { token: ApiToken; showsOwner: boolean }) {
  const { name, hint, scopes, owner, lastUsedAt, lastUsedFrom, createdAt } = token;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-550 [overflow-wrap:anywhere]">{name}</span>
          <span className="font-mono text-[12px] text-text-3">{hint}…</span>
          <Expiry token={token} />
        </p>
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
      </div>
      <div className="flex max-md:w-full max-md:[&>*]:flex-auto">
        <Revoke token={token} showsOwner={showsOwner} />
      </div>
    </li>
  );
}

function Expiry({ token: { expiresAt } }: { token: ApiToken }) {
  const left = expiresAt.getTime() - Date.now();
  if (left <= 0) return <Tag tone="bad">Abgelaufen am {formatDate(expiresAt)}</Tag>;
  return <Tag tone={left < soonMs ? "warn" : "neutral"}>Gilt bis {formatDate(expiresAt)}</Tag>;
}

function Revoke({ token: { id, name, owner }, showsOwner }: { token: ApiToken; showsOwner: boolean }) {
  const trpc = useTRPC();
  const [isAsking, setIsAsking] = useState(false);
  const revoke = useMutate(trpc.apiToken.revoke.mutationOptions(), {
    refreshes: ["apiToken"],
    success: "Token widerrufen.",
    onSuccess: () => setIsAsking(false),
  });
  return (
    <>
      <Button size="sm" variant="danger" aria-label={`Token „${name}“ widerrufen`} onClick={() => setIsAsking(true)}>
        Widerrufen
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Token „${name}“ widerrufen?`}
        description={`${showsOwner ? `Es gehört ${owner.name}. ` : ""}Programme, die es benutzen, werden sofort abgewiesen. Das lässt sich nicht zurücknehmen.`}
        confirmLabel="Widerrufen"
        pendingLabel="Widerruft …"
        pending={revoke.isPending}
        onConfirm={() => revoke.mutate({ id })}
      />
    </>
  );
}
