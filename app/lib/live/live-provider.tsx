import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { minuteMs } from "../../../contract/time/durations.ts";
import { useTRPC, useTRPCClient } from "../api/trpc.tsx";
import { showToast } from "../dialogs/toasts.ts";
import { useSession } from "../people/session.tsx";
import { liveStore } from "./live-store.ts";
import { countUp, refresh, rereadBadge } from "./refresh.ts";

/** How long preferences are kept between toasts; changing them on this page is heard at once. */
const keptMs = minuteMs;

interface LiveProviderProps {
  appKey: string;
  /** How far live events had come when the page's own data was read. */
  position?: string | undefined;
  /** Counts the unread badge up; without it the cached count of the badge query is raised. */
  onBadge?: (by: number) => void;
  children: ReactNode;
}

/** Connects the signed-in person to live events after the first paint, and disconnects on sign-out. */
export function LiveProvider({ appKey, position, onBadge, children }: LiveProviderProps) {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const rpcClient = useTRPCClient();
  // The data of the page is that of its first answer, whatever is read later.
  const ownPosition = useRef(position);
  const { data: session, update } = useSession();
  const latest = useRef({ onBadge, update });
  useEffect(() => {
    latest.current = { onBadge, update };
  });

  const userId = session?.user.id;
  const role = session?.user.role;
  const isInvisible = session?.preferences?.isInvisible ?? false;
  useEffect(() => {
    if (!userId || !role) return;
    const readAt = ownPosition.current;
    // Whoever has got another role may read something else, whatever was published.
    ownPosition.current = undefined;
    return whenIdle(() =>
      startLazily(appKey, {
        isCurrent: readAt ? async () => (await rpcClient.live.position.query()).position === readAt : undefined,
        role,
        isInvisible,
        refresh: (features) => refresh(queryClient, features),
        toast: showToast,
        rereadBadge: () => rereadBadge(queryClient),
        badge: (by) => (latest.current.onBadge ? latest.current.onBadge(by) : countUp(queryClient, by)),
        mayShow: async (topic) => {
          const [own, { mayShowLive }] = await Promise.all([
            queryClient.fetchQuery(trpc.notification.getPreferences.queryOptions(undefined, { staleTime: keptMs })),
            import("../../../contract/notifications/notification-preferences.ts"),
          ]);
          return mayShowLive(own, topic, new Date(), own.calendar);
        },
        onSessionLost: () => void latest.current.update(),
      }),
    );
  }, [appKey, userId, role, isInvisible, queryClient, trpc, rpcClient]);

  return children;
}

type Client = typeof import("./live-client.ts");
type Hooks = Omit<Parameters<Client["startLiveClient"]>[0], "appKey">;

/** Loads the push client, which is too large for the first load, and keeps trying when the browser comes back. */
function startLazily(appKey: string, hooks: Hooks): () => void {
  let isOver = false;
  let client: ReturnType<Client["startLiveClient"]> | undefined;
  import("./live-client.ts").then(
    ({ startLiveClient }) => {
      if (!isOver) client = startLiveClient({ appKey, ...hooks });
    },
    () => liveStore.update({ state: "interrupted" }),
  );
  const retry = () => document.visibilityState === "visible" && client?.retryNow();
  window.addEventListener("online", retry);
  document.addEventListener("visibilitychange", retry);
  return () => {
    isOver = true;
    window.removeEventListener("online", retry);
    document.removeEventListener("visibilitychange", retry);
    client?.stop();
  };
}

const idleLimitMs = 2000;
const paintMs = 200;

function whenIdle(start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  const run = () => {
    stop = start();
  };
  const hasIdle = "requestIdleCallback" in window;
  const handle = hasIdle ? requestIdleCallback(run, { timeout: idleLimitMs }) : setTimeout(run, paintMs);
  return () => {
    if (hasIdle) cancelIdleCallback(handle as number);
    else clearTimeout(handle);
    stop?.();
  };
}
