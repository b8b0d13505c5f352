import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnSession } from "../../../../contract/sessions/sessions.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { PagedList } from "../../../lib/api/paged-list.tsx";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { signInPath } from "../../../lib/people/session-client.ts";
import { Section } from "../../../ui/section.tsx";
import { DeviceRow } from "./device-row.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

export function SessionList() {
  const trpc = useTRPC();
  const [page, setPage] = useState(1);
  const sessions = useQuery(trpc.session.list.queryOptions({ page }));
  return (
    <Section title="Angemeldete Geräte" aside={<SignOutMyself />} className="mt-11">
      <PagedList query={sessions} rows={3} page={page} onPage={setPage} empty={null}>
        {(rows) => (
          <ul>
            {rows.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const end = useMutate(trpc.session.revoke.mutationOptions(), {
    refreshes: [],
    onSuccess: () => queryClient.invalidateQueries(trpc.session.list.queryFilter()),
  });
  return (
    <DeviceRow
      device={session}
      isCurrent={session.isCurrent}
      isEnding={end.isPending}
      onEnd={() => end.mutate({ id: session.id })}
    />
  );
}

function SignOutMyself() {
  const endAll = useMutate(useTRPC().session.revokeAll.mutationOptions(), {
    refreshes: [],
    onSuccess: () => window.location.assign(signInPath),
  });
  return (
    <SignOutEverywhere
      title="Überall abmelden?"
      description="Alle Sitzungen enden sofort, auch diese. Danach musst du dich neu anmelden."
      className="mb-1.5"
      pending={endAll.isPending}
      onConfirm={(asked) => endAll.mutate(asked)}
    />
  );
}
