import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { hasAbility } from "../../contract/roles.ts";
import { pageIdOf } from "../features/wiki/page-path.ts";
import { PageScreen } from "../features/wiki/reading/page-screen.tsx";
import { newPagePart, untitled } from "../features/wiki/use-new-page.ts";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export { WikiProblem as ErrorBoundary } from "../features/wiki/frame/wiki-problem.tsx";

export async function loader({ context: { api, session }, params }: LoaderFunctionArgs) {
  if (params.page === newPagePart) {
    if (!session || !hasAbility(session.user.role, "editRecords")) throw redirect("/wiki");
    return { state: await prefill([]), title: untitled };
  }
  const id = pageIdOf(params.page);
  if (!id) throw new Response("Diese Seite gibt es nicht.", { status: 404 });
  const reading = api.page.read({ id });
  const [state, title] = await Promise.all([
    prefill([[queryKeys.page.read.queryKey({ id }), reading]]),
    reading.then(({ row }) => row.title).catch(() => undefined),
  ]);
  return { state, title };
}

export { onlyForAnotherPage as shouldRevalidate } from "../features/wiki/only-for-another-page.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title ?? "Wiki");

export default function WikiPageRoute() {
  const { state } = useLoaderData<typeof loader>();
  return (
    <HydrationBoundary state={state}>
      <PageScreen />
    </HydrationBoundary>
  );
}
