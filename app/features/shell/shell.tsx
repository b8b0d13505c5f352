import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { LiveSettings } from "../../../contract/live.ts";
import { LiveProvider } from "../../lib/live/live-provider.tsx";
import { useSession } from "../../lib/session.tsx";
import { DataProvider } from "../../lib/trpc.tsx";
import { useUnreadBadge } from "../notifications/use-unread-badge.ts";
import { ShellFrame } from "./shell-frame.tsx";
import { ShellSkeleton } from "./shell-skeleton.tsx";

/** Data, live events and the frame around every page of a signed-in person. */
export function Shell({ children }: { children: ReactNode }) {
  const { status } = useSession();
  if (status !== "authenticated") return <ShellSkeleton />;
  return (
    <DataProvider>
      <Live>
        <ShellFrame>{children}</ShellFrame>
      </Live>
    </DataProvider>
  );
}

function Live({ children }: { children: ReactNode }) {
  const live = useRouteLoaderData<{ live: LiveSettings }>("routes/_shell")?.live;
  const { increment } = useUnreadBadge();
  if (!live) return children;
  return (
    <LiveProvider appKey={live.appKey} onBadge={increment}>
      {children}
    </LiveProvider>
  );
}
