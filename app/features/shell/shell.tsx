import { useRouteLoaderData } from "@remix-run/react";
import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { LiveSettings } from "../../../contract/workbench/workbench.ts";
import { DataProvider } from "../../lib/api/trpc.tsx";
import { LiveProvider } from "../../lib/live/live-provider.tsx";
import { fetchPageProblem } from "../../lib/pages/page-problem.tsx";
import { useSession } from "../../lib/people/session.tsx";
import { prefetchedModule } from "../../ui/overlays/lazy-module.ts";
import { useResumeOutbox } from "../chats/outbox/use-resume-outbox.ts";
import { useUnreadBadge } from "../notifications/use-unread-badge.ts";
import { ProofProvider } from "../security/proof.tsx";
import { useForgetDraftsOfOthers } from "../wiki/session/leftover-drafts.ts";
import { ShellFrame } from "./shell-frame.tsx";

// Who is signed out sees the one at once, and a page that cannot be fetched is told of by the other.
prefetchedModule(() => import("./shell-skeleton.tsx"));
prefetchedModule(fetchPageProblem);

interface ShellData {
  live: LiveSettings;
  state: DehydratedState | null;
}

/** Data, live events and the frame around every page of a signed-in person. */
export function Shell({ children }: { children: ReactNode }) {
  const { status, data: session } = useSession();
  const data = useRouteLoaderData<ShellData>("routes/_shell");
  useForgetDraftsOfOthers(session?.user.id);
  // Only for the moment in which PageGuard puts the skeleton of the shell in place of all this.
  if (status !== "authenticated") return null;
  return (
    <DataProvider>
      <HydrationBoundary state={data?.state}>
        <Live settings={data?.live}>
          <ProofProvider>
            <ShellFrame>{children}</ShellFrame>
          </ProofProvider>
        </Live>
      </HydrationBoundary>
    </DataProvider>
  );
}

function Live({ settings, children }: { settings: LiveSettings | undefined; children: ReactNode }) {
  const { increment } = useUnreadBadge();
  useResumeOutbox(useSession().data?.user.id);
  if (!settings) return children;
  return (
    <LiveProvider appKey={settings.appKey} position={settings.position} onBadge={increment}>
      {children}
    </LiveProvider>
  );
}
