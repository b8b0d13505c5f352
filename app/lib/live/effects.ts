import { type Feature, type LiveEventName, type LiveToast, liveEvents } from "../../../contract/live-events.ts";
import type { MutableEvent } from "../../../contract/users.ts";

const batchMs = 250;

export interface EffectHooks {
  refresh(features: readonly Feature[] | "everything"): void;
  toast(toast: LiveToast): void;
  badge(by: number): void;
  /** Asked when such an event comes; where there is no answer, the toast is shown. */
  isMuted(event: MutableEvent): Promise<boolean>;
}

export interface Effects {
  receive(event: LiveEventName, payload: unknown): void;
  /** Makes good for what was missed: refreshes everything, once. */
  catchUp(): void;
  stop(): void;
}

/** Does what the catalogue says an event does; refreshes are gathered for 250 ms. Payloads it does not know only refresh. */
export function createEffects(hooks: EffectHooks): Effects {
  const pending = new Set<Feature>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function forget(): void {
    clearTimeout(timer);
    timer = undefined;
    pending.clear();
  }

  function flush(): void {
    const features = [...pending];
    forget();
    hooks.refresh(features);
  }

  async function show(toast: LiveToast, mute: MutableEvent | undefined): Promise<void> {
    const isMuted = mute !== undefined && (await hooks.isMuted(mute).catch(() => false));
    if (!isMuted && !isOver) hooks.toast(toast);
  }

  return {
    receive(event, payload) {
      const { refreshes, badge, mute, toast } = definitionOf(event);
      const parsed = liveEvents[event].payload.safeParse(payload);
      const refreshed = typeof refreshes === "function" ? parsed.success && refreshes(parsed.data as never) : refreshes;
      for (const feature of refreshed || []) pending.add(feature);
      if (pending.size > 0) timer ??= setTimeout(flush, batchMs);
      if (badge) hooks.badge(badge);
      const shown = parsed.success && toast?.(parsed.data as never);
      if (shown) void show(shown, mute);
    },
    catchUp() {
      forget();
      hooks.refresh("everything");
    },
    stop() {
      isOver = true;
      forget();
    },
  };
}

/** An event's definition with the optional parts that not every event of the catalogue has. */
function definitionOf(event: LiveEventName): {
  refreshes: readonly Feature[] | ((payload: never) => readonly Feature[]);
  badge?: number;
  mute?: MutableEvent;
  toast?: (payload: never) => LiveToast | undefined;
} {
  return liveEvents[event];
}
