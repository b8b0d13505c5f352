import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { hasAbility } from "../../contract/roles.ts";
import { ImportStart } from "../features/imports/import-start.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

export const meta = () => pageTitle("Import");

export async function loader({ context }: LoaderFunctionArgs) {
  if (!context.session || !hasAbility(context.session.user.role, "importRecords"))
    throw new Response("Dafür fehlt dir die Berechtigung.", { status: 403 });
  const input = { page: 1, limit: 10 };
  return { state: await prefill([[queryKeys.import.list.queryKey(input), context.api.import.list(input)]]) };
}

export default function ImportStartPage() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <ImportStart />
    </HydrationBoundary>
  );
}
