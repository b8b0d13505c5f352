import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEffects, type EffectHooks } from "../../../app/lib/live/effects.ts";
import { countUp, refresh, rereadBadge } from "../../../app/lib/live/refresh.ts";
import {
  type LiveEventName,
  type LiveToast,
  liveEventNames,
  liveEvents,
  type ToastIcon,
} from "../../../contract/live/live-events.ts";
import type { Topic } from "../../../contract/notifications/notification-categories.ts";

/** The table of spec section 7 with the words of product.md 2.0.11: what each event refreshes, says and counts. */
const table: Record<
  LiveEventName,
  { refreshes: string[] | "everything"; toast?: LiveToast; badge?: number; rereads?: true }
> = {
  newWebsite: { refreshes: ["website", "domain", "dashboard"] },
  pageUpdated: { refreshes: ["page", "change", "mention"] },
  favouritesChanged: { refreshes: ["page"] },
  settingsChanged: { refreshes: ["setting"] },
  deadlinesChanged: { refreshes: ["deadline", "dashboard"] },
  tasksChanged: { refreshes: ["task", "claim", "deadline", "dashboard"] },
  claimChanged: { refreshes: ["claim", "task", "deadline", "dashboard"] },
  discoveryChanged: { refreshes: ["discovery"] },
  savedViewsChanged: { refreshes: ["savedView"] },
  recordsChanged: {
    refreshes: [
      "website",
      "domain",
      "host",
      "customer",
      "contractItem",
      "change",
      "changeEvent",
      "technology",
      "siteReport",
      "preview",
      "legal",
      "address",
      "relation",
      "attachment",
      "note",
      "mention",
      "term",
      "deadline",
      "costForecast",
      "dashboard",
    ],
  },
  websiteStatus: { refreshes: ["website", "check", "relation", "dashboard"] },
  hostStatus: { refreshes: ["host", "check", "relation", "dashboard"] },
  domainChanged: {
    refreshes: ["domain", "changeEvent", "check", "dashboard"],
    toast: {
      tone: "info",
      title: "Domain",
      message: "amsel.example: Nameserver geändert.",
      autoCloseMs: false,
      action: { label: "Ansehen", href: "/domains/beispiel/timeline" },
    },
  },
  domainStatus: { refreshes: ["domain", "check", "relation", "dashboard"] },
  followedStatus: {
    refreshes: ["website", "check"],
    toast: {
      tone: "error",
      title: "Überwachung",
      message: "Weingut Amsel ist offline.",
      autoCloseMs: false,
      action: { label: "Ansehen", href: "/websites/beispiel" },
    },
  },
  checksProgress: {
    refreshes: [],
    toast: {
      id: "beispiel",
      tone: "info",
      title: "Überwachung",
      isLoading: true,
      autoCloseMs: 60_000,
      message: "1.200 von 10.000 geprüft …",
    },
  },
  jobFailed: {
    refreshes: ["job", "notification"],
    toast: failure("Aufgabe fehlgeschlagen", "„An Fristen erinnern“ ist wiederholt fehlgeschlagen."),
  },
  backupFailed: {
    refreshes: ["backup", "notification"],
    toast: {
      tone: "error",
      title: "Backup",
      message: "Seit über 26 Stunden kein Backup.",
      autoCloseMs: false,
      action: { label: "Ansehen", href: "/settings/backup" },
    },
  },
  schedulerStale: {
    refreshes: ["job", "notification"],
    toast: failure("Zeitplan verstummt", "„An Fristen erinnern“ läuft nicht mehr."),
  },
  incidentOpened: { refreshes: ["incident", "dashboard", "claim"] },
  incidentClaimed: { refreshes: ["incident", "dashboard", "claim"] },
  incidentResolved: { refreshes: ["incident", "dashboard", "claim"] },
  maintenanceChanged: { refreshes: ["maintenance"] },
  deviceMoved: {
    refreshes: ["device"],
    toast: {
      tone: "info",
      title: "Gerät",
      message: "Notebook MT-00042 wurde dir übergeben.",
      autoCloseMs: 5000,
      action: { label: "Ansehen", href: "/devices/beispiel" },
    },
  },
  updatePreviewImage: {
    refreshes: ["website", "preview"],
    toast: info("preview", "Update Website", "Vorschaubild von Weingut Amsel wurde erzeugt.", 4000),
  },
  updateTags: {
    refreshes: ["website"],
    toast: info("tags", "Update Website", "Tags von Weingut Amsel wurden aktualisiert.", 4000),
  },
  newUser: {
    refreshes: ["user"],
    toast: info("newUser", "Neuer Benutzer!", "Jana Petersen ist dem Team beigetreten.", 5000, "/users/beispiel"),
  },
  userLogin: { refreshes: ["user"], toast: info("signIn", "Anmeldung", "Jana Petersen hat sich angemeldet.", false) },
  newFeedback: {
    refreshes: ["feedback"],
    toast: info("feedback", "Neues Feedback", "Kalender zeigt eine Frist doppelt", false, "/feedback/beispiel"),
  },
  feedbackDone: {
    refreshes: ["feedback"],
    toast: info(
      "feedbackDone",
      "Feedback erledigt",
      "Dein Feedback „Kalender zeigt eine Frist doppelt“ wurde umgesetzt.",
      false,
      "/feedback/beispiel",
    ),
  },
  feedbackUpdated: { refreshes: ["feedback", "mention"] },
  feedbackNoted: { refreshes: ["feedback"] },
  newChat: {
    refreshes: ["chat"],
    toast: info(
      "chat",
      "Neuer Chat",
      "Jana Petersen hat einen neuen Chat in „Server-Umzug ohne Ausfall“ eröffnet.",
      4000,
      "/wiki/beispiel?chat=beispiel",
    ),
  },
  chatMessage: { refreshes: [] },
  chatTyping: { refreshes: [] },
  newNotification: { refreshes: ["notification"], badge: 1 },
  notificationChanged: { refreshes: ["notification"] },
  unreadChanged: { refreshes: ["notification"], rereads: true },
  liveGap: { refreshes: "everything" },
  liveMove: { refreshes: [] },
  stopPreviewBtnSync: {
    refreshes: ["website", "preview"],
    toast: {
      tone: "error",
      title: "Fehler!",
      message: "Vorschau von Weingut Amsel konnte nicht erzeugt werden: Zeitüberschreitung beim Laden der Seite",
      autoCloseMs: false,
    },
  },
};

function info(icon: ToastIcon, title: string, message: string, autoCloseMs: number | false, href?: string): LiveToast {
  const toast: LiveToast = { tone: "info", icon, title, message, autoCloseMs };
  return href ? { ...toast, action: { label: "Ansehen", href } } : toast;
}

function failure(title: string, message: string): LiveToast {
  return { tone: "error", title, message, autoCloseMs: false, action: { label: "Ansehen", href: "/settings/tasks" } };
}

function expected(event: LiveEventName) {
  const { refreshes, toast, badge = 0, rereads } = table[event];
  return {
    refreshed: refreshes.length > 0 ? [refreshes] : [],
    toasts: toast ? [toast] : [],
    badge,
    rereads: rereads ? 1 : 0,
  };
}

/** A copy with further fields in every object. */
function withMore(value: unknown, more: object): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withMore(part, more)])), ...more };
}

function observe(mayShow: (topic: Topic) => Promise<boolean> = async () => true) {
  const seen = { refreshed: [] as unknown[], toasts: [] as LiveToast[], badge: 0, rereads: 0 };
  const hooks: EffectHooks = {
    refresh: (features) => seen.refreshed.push(features),
    toast: (toast) => seen.toasts.push(toast),
    badge: (by) => {
      seen.badge += by;
    },
    rereadBadge: () => {
      seen.rereads += 1;
    },
    mayShow,
  };
  return { ...createEffects(hooks), seen };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the effect of an event", () => {
  it.each(liveEventNames)("of %s is the one of the spec's table", async (event) => {
    const { receive, seen } = observe();
    receive(event, liveEvents[event].sample);
    await vi.advanceTimersByTimeAsync(250);
    expect(seen).toEqual(expected(event));
  });

  it("is nothing while nothing comes from other nodes: it is read when they are heard again", () => {
    const { receive, seen } = observe();
    receive("liveGap", { live: { isPaused: true } });
    vi.advanceTimersByTime(250);
    expect(seen.refreshed).toEqual([]);
  });

  it("is silent for a preview that ended well", () => {
    const { receive, seen } = observe();
    receive("stopPreviewBtnSync", { website: { id: "w1", name: "Weingut Amsel" } });
    vi.advanceTimersByTime(250);
    expect(seen).toEqual({ refreshed: [["website", "preview"]], toasts: [], badge: 0, rereads: 0 });
  });

  it.each([
    ["userLogin", "signIn", "user"],
    ["newUser", "team", "user"],
    ["newFeedback", "feedback", "feedback"],
    ["feedbackDone", "feedback", "feedback"],
    ["newChat", "chat", "chat"],
  ] as const)("of %s is the refresh alone for whoever wants no hints about %s", async (event, topic, feature) => {
    const { receive, seen } = observe(async (asked) => asked !== topic);
    receive(event, liveEvents[event].sample);
    await vi.advanceTimersByTimeAsync(250);
    expect(seen).toEqual({ refreshed: [[feature]], toasts: [], badge: 0, rereads: 0 });
  });

  it("shows the toast when nobody can say whether it is wanted", async () => {
    const { receive, seen } = observe(() => Promise.reject(new Error("no answer")));
    receive("newUser", liveEvents.newUser.sample);
    await vi.advanceTimersByTimeAsync(250);
    expect(seen.toasts).toEqual([table.newUser.toast]);
  });

  it("of a payload it does not know is the refresh alone, and the console says so", () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { receive, seen } = observe();
    const unknown = [undefined, null, "text", { user: { id: "u1" } }, { user: { id: 7, name: "<b>", email: "x" } }];
    for (const payload of unknown) receive("newUser", payload);
    vi.advanceTimersByTime(250);
    expect(seen).toEqual({ refreshed: [["user"]], toasts: [], badge: 0, rereads: 0 });
    expect(warned.mock.calls.map(([, payload]) => payload)).toEqual(unknown);
    warned.mockRestore();
  });

  it.each(liveEventNames)(
    "of %s stays the same when its objects carry more fields than this page knows",
    async (event) => {
      const more = {
        email: "jana@example.org",
        image: null,
        tags: ["neu"],
        at: "2026-11-22T10:00:00Z",
        actor: { id: "u2" },
      };
      const { receive, seen } = observe();
      receive(event, withMore(liveEvents[event].sample, more));
      await vi.advanceTimersByTimeAsync(250);
      expect(seen).toEqual(expected(event));
    },
  );
});

describe("refreshing", () => {
  it("of the badge happens once, however much was read elsewhere, and not after the end", () => {
    const { receive, stop, seen } = observe();
    for (let read = 0; read < 10; read++) receive("unreadChanged", liveEvents.unreadChanged.sample);
    expect(seen.rereads).toBe(0);
    vi.advanceTimersByTime(250);
    expect(seen.rereads).toBe(1);
    receive("unreadChanged", liveEvents.unreadChanged.sample);
    stop();
    vi.advanceTimersByTime(1000);
    expect(seen.rereads).toBe(1);
  });

  it("gathers what comes within 250 ms, and each feature once", () => {
    const { receive, seen } = observe();
    receive("newWebsite", liveEvents.newWebsite.sample);
    vi.advanceTimersByTime(249);
    receive("updateTags", liveEvents.updateTags.sample);
    receive("newFeedback", liveEvents.newFeedback.sample);
    expect(seen.refreshed).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seen.refreshed).toEqual([["website", "domain", "dashboard", "feedback"]]);
    vi.advanceTimersByTime(1000);
    expect(seen.refreshed).toHaveLength(1);
  });

  it("of everything takes the place of what was gathered", () => {
    const { receive, catchUp, seen } = observe();
    receive("newWebsite", liveEvents.newWebsite.sample);
    catchUp();
    vi.advanceTimersByTime(1000);
    expect(seen.refreshed).toEqual(["everything"]);
  });

  it("does not come after the end", () => {
    const { receive, stop, seen } = observe();
    receive("newWebsite", liveEvents.newWebsite.sample);
    stop();
    vi.advanceTimersByTime(1000);
    expect(seen.refreshed).toEqual([]);
  });
});

describe("the unread badge", () => {
  const list = (limit: number) => [
    ["notification", "list"],
    { input: { limit, where: { forUserId: "u1", read: false } }, type: "query" },
  ];

  function openPage() {
    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    const requested: string[] = [];
    const watch = (name: string, queryKey: unknown[]) => {
      queryClient.setQueryData(queryKey, { data: [], totalItems: 2, totalPages: 2 });
      const queryFn = async () => {
        requested.push(name);
        return { data: [], totalItems: 9, totalPages: 9 };
      };
      new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined);
    };
    watch("badge", list(1));
    watch("panel", list(10));
    watch("website", [["website", "list"], { input: { limit: 25 }, type: "query" }]);
    return {
      queryClient,
      requested,
      count: () => queryClient.getQueryData<{ totalPages: number }>(list(1))?.totalPages,
    };
  }

  it("goes up by one without a request, while the open panel is refreshed", () => {
    const { queryClient, requested, count } = openPage();
    countUp(queryClient, 1);
    refresh(queryClient, ["notification"]);
    expect(count()).toBe(3);
    expect(requested).toEqual(["panel"]);
  });

  it("is read again with everything else after an interruption", () => {
    const { queryClient, requested } = openPage();
    refresh(queryClient, "everything");
    expect(requested.sort()).toEqual(["badge", "panel", "website"]);
  });

  it("is read again alone when notifications were read elsewhere", () => {
    const { queryClient, requested } = openPage();
    rereadBadge(queryClient);
    expect(requested).toEqual(["badge"]);
  });

  it("stays away while nothing has been loaded", () => {
    const queryClient = new QueryClient();
    countUp(queryClient, 1);
    expect(queryClient.getQueryData(list(1))).toBeUndefined();
  });
});
