import type { Refreshed } from "../../../contract/live/live-event.ts";
import { type Feature, type LiveEventName, type LiveToast, liveEvents } from "../../../contract/live/live-events.ts";
import { readPayload } from "../../../contract/live/read-payload.ts";
import type { Topic } from "../../../contract/notifications/notification-categories.ts";

const batchMs = 250;

export interface EffectHooks {
  refresh(features: Refreshed): void;
  toast(toast: LiveToast): void;
  badge(by: number): void;
  rereadBadge(): void;
  /** Whether a toast about a topic may show now; where there is no answer, it does. */
  mayShow(topic: Topic): Promise<boolean>;
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
  let mustRereadBadge = false;
  let isOver = false;

  function forget(): void {
    clearTimeout(timer);
    timer = undefined;
    pending.clear();
    mustRereadBadge = false;
  }

  function flush(): void {
    const features = [...pending];
    if (mustRereadBadge) hooks.rereadBadge();
    forget();
    hooks.refresh(features);
  }

  let waiting = 0;
  let before: Promise<void> = Promise.resolve();

  /** In the order in which the events came, however long each answer takes. */
  function show(toast: LiveToast, topic: Topic | undefined): void {
    if (topic === undefined && waiting === 0) {
      hooks.toast(toast);
      return;
    }
    const answer = topic === undefined ? Promise.resolve(true) : hooks.mayShow(topic).catch(() => true);
    waiting += 1;
    before = before.then(async () => {
      const mayShow = await answer;
      waiting -= 1;
      if (mayShow && !isOver) hooks.toast(toast);
    });
  }

  function catchUp(): void {
    forget();
    hooks.refresh("everything");
  }

  return {
    receive(event, payload) {
      const { refreshes, badge, topic, toast } = definitionOf(event);
      const known = readPayload(event, payload);
      // biome-ignore lint/suspicious/noConsole: whoever writes an event has to learn why nothing is shown of it
      if (known === undefined) console.warn(`The payload of the live event "${event}" is not understood.`, payload);
      const refreshed = typeof refreshes === "function" ? known && refreshes(known as never) : refreshes;
      if (refreshed === "everything") return catchUp();
      for (const feature of refreshed || []) pending.add(feature);
      if (pending.size > 0) timer ??= setTimeout(flush, batchMs);
      if (badge === "reread") mustRereadBadge = true;
      else if (badge) hooks.badge(badge);
      const shown = known && toast?.(known as never);
      if (shown) show(shown, topic);
    },
    catchUp,
    stop() {
      isOver = true;
      forget();
    },
  };
}

/** An event's definition with the optional parts that not every event of the catalogue has. */
function definitionOf(event: LiveEventName): {
  refreshes: Refreshed | ((payload: never) => Refreshed);
  badge?: number | "reread";
  topic?: Topic;
  toast?: (payload: never) => LiveToast | undefined;
} {
  return liveEvents[event];
}
