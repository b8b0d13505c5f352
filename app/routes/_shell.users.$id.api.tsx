import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { OwnTokens } from "../features/api/tokens/token-list.tsx";
import { refuseOthers } from "../features/users/own-account.ts";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";
import { linkClass } from "../ui/link-class.ts";

export const meta = () => pageTitle("API-Token");

const own = { all: false } as const;

export async function loader(args: LoaderFunctionArgs) {
  refuseOthers(args);
  return { state: await prefill([[queryKeys.apiToken.list.queryKey(own), args.context.api.apiToken.list(own)]]) };
}

export default function UserTokensPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <OwnTokens />
      <p className="mt-4 text-ui text-text-2">
        Wie die Anfragen aussehen, steht in der{" "}
        <Link to="/settings/api/docs" className={`${linkClass} whitespace-nowrap`}>
          API-Dokumentation
        </Link>
        .
      </p>
    </HydrationBoundary>
  );
}
