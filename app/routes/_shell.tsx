import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { unreadInput } from "../features/notifications/use-unread-badge.ts";
import { Shell } from "../features/shell/shell.tsx";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { PageProblem } from "../lib/pages/page-problem.tsx";
import { recordMarks } from "../record-marks.ts";
import { RecordMarksProvider } from "../records/record-mark.tsx";

export { onlyWhenAsked as shouldRevalidate } from "../lib/api/revalidation.ts";

/** The badge and the bar of what is broken are part of the shell, so what they show comes with it and not with a page inside. */
export async function loader({ context: { api, live, session } }: LoaderFunctionArgs) {
  const unread = unreadInput(session?.user.id ?? "");
  const state =
    session &&
    (await prefill([
      [queryKeys.notification.list.queryKey(unread), api.notification.list(unread)],
      [queryKeys.incident.banners.queryKey({}), api.incident.banners({})],
    ]));
  return { live, state };
}

export default function ShellRoute() {
  return (
    <RecordMarksProvider value={recordMarks}>
      <Shell>
        <Outlet />
      </Shell>
    </RecordMarksProvider>
  );
}

export function ErrorBoundary() {
  return (
    <Shell>
      <div className="pt-12 md:pt-[108px]">
        <PageProblem canSearch />
      </div>
    </Shell>
  );
}
