import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { HydrationBoundary, useQueryClient } from "@tanstack/react-query";
import { pageTitle } from "../features/shell/page-title.ts";
import { refuseOthers } from "../features/users/own-account.ts";
import { PasswordForm } from "../features/users/password-form.tsx";
import { SessionList } from "../features/users/session-list.tsx";
import { useProfile } from "../features/users/use-profile.ts";
import { prefill, queryKeys } from "../lib/prefill.ts";
import { useTRPC } from "../lib/trpc.tsx";
import { Section } from "../ui/section.tsx";

export const meta = () => pageTitle("Sicherheit");

export async function loader(args: LoaderFunctionArgs) {
  refuseOthers(args);
  const input = { page: 1 };
  return { state: await prefill([[queryKeys.session.list.queryKey(input), args.context.api.session.list(input)]]) };
}

export default function UserSecurityPage() {
  const { state } = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  const { profile } = useProfile(id);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  if (profile?.access !== "full") return null;
  return (
    <HydrationBoundary state={state}>
      <Section title="Passwort">
        <PasswordForm
          email={profile.email}
          onChanged={() => queryClient.invalidateQueries(trpc.session.list.queryFilter())}
        />
      </Section>
      <SessionList />
    </HydrationBoundary>
  );
}
