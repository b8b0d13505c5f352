import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams, useSearchParams } from "@remix-run/react";
import { HydrationBoundary, useQuery, useQueryClient } from "@tanstack/react-query";
import { sentenceOf } from "../features/auth/answer.ts";
import { LinkedSection } from "../features/security/linked-section.tsx";
import { PasskeySection } from "../features/security/passkey-section.tsx";
import { SecondFactorSection } from "../features/security/second-factor-section.tsx";
import { PasswordForm } from "../features/users/account/password-form.tsx";
import { SessionList } from "../features/users/account/session-list.tsx";
import { useProfile } from "../features/users/account/use-profile.ts";
import { refuseOthers } from "../features/users/own-account.ts";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { problemOf, useTRPC } from "../lib/api/trpc.tsx";
import { pageTitle } from "../lib/page-title.ts";
import { FormNotice } from "../ui/form/form-notice.tsx";
import { ListError } from "../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../ui/placeholders/skeleton.tsx";
import { Section } from "../ui/section.tsx";

export const meta = () => pageTitle("Sicherheit");

export async function loader(args: LoaderFunctionArgs) {
  refuseOthers(args);
  const { api, auth } = args.context;
  const input = { page: 1 };
  const state = await prefill([
    [queryKeys.session.list.queryKey(input), api.session.list(input)],
    [queryKeys.security.get.queryKey(), api.security.get()],
  ]);
  const error = new URL(args.request.url).searchParams.get("error");
  return { state, csrfToken: auth.csrfToken, problem: error ? sentenceOf(error) : undefined };
}

export default function UserSecurityPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <Security />
    </HydrationBoundary>
  );
}

function Security() {
  const { csrfToken, problem } = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  const [searchParams] = useSearchParams();
  const { profile } = useProfile(id);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const overview = useQuery(trpc.security.get.queryOptions());
  if (profile?.access !== "full") return null;
  const refresh = () => queryClient.invalidateQueries(trpc.session.list.queryFilter());
  return (
    <>
      {problem && searchParams.has("error") && <FormNotice text={problem} />}
      {overview.isPending && <RowSkeletons rows={4} />}
      {overview.isError && !overview.data && (
        <ListError
          errorId={problemOf(overview.error)?.requestId}
          onRetry={() => overview.refetch()}
          retrying={overview.isFetching}
        />
      )}
      {overview.data && (
        <>
          <Section title="Passwort">
            {overview.data.hasPassword ? (
              <PasswordForm email={profile.email} onChanged={refresh} />
            ) : (
              <p className="border-b py-4 text-text-2">
                Du meldest dich ohne Passwort an. Wenn du eines möchtest, geht das über „Passwort vergessen?“ auf der
                Anmeldeseite.
              </p>
            )}
          </Section>
          <SecondFactorSection overview={overview.data} />
          <PasskeySection passkeys={overview.data.passkeys} />
          <LinkedSection overview={overview.data} csrfToken={csrfToken} callbackUrl={`/users/${id}/security`} />
        </>
      )}
      <SessionList />
    </>
  );
}
