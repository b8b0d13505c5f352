import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SignedInDevice } from "../../../contract/sessions/sessions.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { PagedList } from "../../lib/api/paged-list.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DeviceRow } from "./account/device-row.tsx";
import { SignOutEverywhere } from "./account/sign-out-everywhere.tsx";

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
  const endAll = useMutate(useTRPC().session.revokeAllOf.mutationOptions(), {
    refreshes: [],
    success: "Überall abgemeldet.",
    onSuccess: useSessionsRefresh(),
  });
  return (
    <SignOutEverywhere
      title={`${name} überall abmelden?`}
      description="Alle Sitzungen dieser Person enden sofort. Sie kann sich danach wieder anmelden."
      className="mt-4"
      pending={endAll.isPending}
      onConfirm={(asked, close) => endAll.mutate({ userId: id, ...asked }, { onSuccess: close })}
    />
  );
}
