import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SignedInDevice } from "../../../contract/sessions/sessions.ts";
import { endsTokensLabel } from "../../../contract/users/users.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DeviceRow } from "./account/device-row.tsx";

interface UserSessionsDialogProps {
  person: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** For an admin: where somebody else is signed in, and an end to it. */
export function UserSessionsDialog({ person, open, onOpenChange }: UserSessionsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Angemeldete Geräte"
      description={`${person.name} erfährt davon, wenn du hier etwas beendest.`}
      width={560}
    >
      <UserSessions person={person} />
    </Dialog>
  );
}

function UserSessions({ person }: { person: UserSessionsDialogProps["person"] }) {
  const [page, setPage] = useState(1);
  const sessions = useQuery(useTRPC().session.listOf.queryOptions({ userId: person.id, page }));
  return (
    <div className="mt-[18px]">
      <PagedList
        query={sessions}
        rows={3}
        page={page}
        onPage={setPage}
        empty={`${person.name} ist nirgends angemeldet.`}
      >
        {(rows) => (
          <ul>
            {rows.map((device) => (
              <UserSession key={device.id} userId={person.id} device={device} />
            ))}
          </ul>
        )}
      </PagedList>
      <SignOutUser person={person} />
    </div>
  );
}

function useSessionsRefresh() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.session.listOf.queryFilter());
}

function UserSession({ userId, device }: { userId: string; device: SignedInDevice }) {
  const end = useMutate(useTRPC().session.revokeOf.mutationOptions(), {
    refreshes: [],
    success: "Sitzung beendet.",
    onSuccess: useSessionsRefresh(),
  });
  return <DeviceRow device={device} isEnding={end.isPending} onEnd={() => end.mutate({ userId, id: device.id })} />;
}

function SignOutUser({ person: { id, name } }: { person: UserSessionsDialogProps["person"] }) {
  const [isAsking, setIsAsking] = useState(false);
  const [endsTokens, setEndsTokens] = useState(true);
  const refresh = useSessionsRefresh();
  const endAll = useMutate(useTRPC().session.revokeAllOf.mutationOptions(), {
    refreshes: [],
    success: "Überall abgemeldet.",
    onSuccess: () => {
      setIsAsking(false);
      return refresh();
    },
  });
  return (
    <>
      <Button size="sm" variant="danger" className="mt-4" onClick={() => setIsAsking(true)}>
        Überall abmelden
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`${name} überall abmelden?`}
        description="Alle Sitzungen dieser Person enden sofort. Sie kann sich danach wieder anmelden."
        details={
          <Checkbox
            label={endsTokensLabel}
            checked={endsTokens}
            onChange={(event) => setEndsTokens(event.target.checked)}
            className="mt-3.5"
          />
        }
        confirmLabel="Überall abmelden"
        pending={endAll.isPending}
        pendingLabel="Meldet ab …"
        onConfirm={() => endAll.mutate({ userId: id, endsTokens })}
      />
    </>
  );
}
