import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useIsOnline } from "../../../lib/live/use-is-online.ts";
import { PageProblem } from "../../../lib/pages/page-problem.tsx";
import { GonePage } from "../reading/gone-page.tsx";

/** A page of the wiki that failed; the tree beside it stays. */
export function WikiProblem() {
  const error = useRouteError();
  const isOnline = useIsOnline();
  if (isOnline && isRouteErrorResponse(error) && error.status === 404) return <GonePage />;
  return (
    <div className="px-gutter pt-12 md:pt-[108px]">
      <PageProblem canSearch />
    </div>
  );
}
