import { claimShownBy, claimSubjectTypes } from "../claims/claims.ts";
import { isOneOf, keysOf } from "../narrowing.ts";
import { readRecordChannel } from "../records/record-channel.ts";
import { recordTypes, shownBy } from "../records/record-types.ts";
import { hasAbility, type Role } from "../roles.ts";
import { checkEvents } from "./check-events.ts";
import { incidentEvents } from "./incident-events.ts";
import { jobEvents } from "./job-events.ts";
import { type BroadcastChannel, broadcastChannels, event, passing, staying, view } from "./live-event.ts";
import type { Feature } from "./live-features.ts";
import { nodeEvents } from "./node-events.ts";
import { choice, fields, id, list, optional, text, type ValueOf, whole } from "./payload.ts";

/** The channels of the spec (section 7); every signed-in client subscribes to those it may join. */
export const presenceChannel = "presence-user-list";
export type ChannelName = BroadcastChannel | typeof presenceChannel;

/**
 * Whether a role may join a channel; unknown channels may not be joined by anyone, those of records by everyone. Who
 * wants to be invisible joins none that shows its members.
 */
export function mayJoinChannel(holder: Role, channel: string, { isInvisible = false } = {}): boolean {
  if (isInvisible && channel.startsWith("presence-")) return false;
  if (readRecordChannel(channel)) return true;
  if (!isOneOf(broadcastChannels, channel)) return channel === presenceChannel;
  return channel !== "maintainer" || hasAbility(holder, "joinMaintainerChannel");
}

/** What a member of the presence channel shows of themself. */
export interface PresenceMember {
  id: string;
  name: string;
  image: string | null;
  /** Nobody has touched any of their pages for some minutes. */
  away?: true;
}

const person = fields({ id, name: text() });
const website = fields({ id, name: text() });
const feedback = fields({ id, title: text() });
const feedbackMoved = fields({ feedback: fields({ id }) });

export { type BroadcastChannel, broadcastChannels, type LiveToast, type ToastIcon } from "./live-event.ts";
export type { Feature };

/** Many ids at once, as after an import, are left out: everything of the type may have changed. */
const recordsChanged = fields({
  records: fields({ type: choice(recordTypes), ids: list(id, 100) }),
});

const settingsChanged = fields({ settings: fields({ section: text(40) }) });

const sampleWebsite = { website: { id: "beispiel", name: "Weingut Amsel" } };
const sampleUser = { user: { id: "beispiel", name: "Jana Petersen" } };
/** A chat, with the page beside which it is shown. */
const openedChat = fields({ id, pageId: optional(id) });

const sampleFeedback = { feedback: { id: "beispiel", title: "Kalender zeigt eine Frist doppelt" } };

/**
 * The ten events of spec section 7 with their effects (texts: product.md 2.0.11), `recordsChanged` for every other
 * change of a record, `pageUpdated` for what is written in the wiki or moved there, `savedViewsChanged` for the views
 * that a team shares, `deadlinesChanged`, `tasksChanged` and `claimChanged` for what people do, `liveGap` where events may be missing, and `liveMove` where a node ends. Payloads name what changed; content always comes back through an authorised query.
 */
export const liveEvents = {
  newWebsite: event({
    boundTo: { channel: "website" },
    payload: fields({ website }),
    sample: sampleWebsite,
    refreshes: ["website", "domain", "dashboard"],
  }),
  recordsChanged: event({
    boundTo: { channel: "website" },
    payload: recordsChanged,
    sample: { records: { type: "website", ids: ["beispiel"] } },
    refreshes: ({ records: { type } }) => [
      type,
      ...shownBy[type],
      "change",
      "changeEvent",
      ...(type === "domain" ? (["dns", "redirect", "registration", "dmarc", "lookalike"] as const) : []),
      ...(type === "website" ? (["technology", "siteReport", "preview", "legal"] as const) : []),
      ...(type === "provider" ? (["providerStatus"] as const) : []),
      ...(type === "host" || type === "website" ? (["address"] as const) : []),
      "relation",
      "attachment",
      "note",
      "mention",
      "term",
      "deadline",
      "costForecast",
      "dashboard",
    ],
  }),
  pageUpdated: event({
    boundTo: { channel: "wiki" },
    payload: fields({ page: fields({ id }) }),
    sample: { page: { id: "beispiel" } },
    refreshes: ["page", "change", "mention"],
  }),
  /** What somebody has marked for themself; their other windows follow. */
  favouritesChanged: event({
    boundTo: "person",
    payload: fields({ page: fields({ id }) }),
    sample: { page: { id: "beispiel" } },
    refreshes: ["page"],
  }),
  settingsChanged: event({
    boundTo: { channel: "website" },
    payload: settingsChanged,
    sample: { settings: { section: "general" } },
    refreshes: ({ settings: { section } }) => [
      "setting",
      ...(section === "dashboard" ? (["dashboard"] as const) : []),
      ...(section === "technologies" ? (["vulnerability", "siteReport"] as const) : []),
    ],
  }),
  /** Names none: who may see which is for the query to decide. */
  deadlinesChanged: event({
    boundTo: { channel: "website" },
    payload: fields({ deadlines: fields({}) }),
    sample: { deadlines: {} },
    refreshes: ["deadline", "dashboard"],
  }),
  tasksChanged: event({
    boundTo: { channel: "website" },
    payload: fields({ tasks: fields({ ids: list(id, 100) }) }),
    sample: { tasks: { ids: ["beispiel"] } },
    refreshes: ["task", "claim", "deadline", "dashboard"],
  }),
  /** Somebody takes care of something, or does no more. */
  claimChanged: event({
    boundTo: { channel: "website" },
    payload: fields({ claim: fields({ type: choice(claimSubjectTypes), id }) }),
    sample: { claim: { type: "task", id: "beispiel" } },
    refreshes: ({ claim: { type } }) => ["claim", ...claimShownBy[type]],
  }),
  /** More is known of the addresses that the person has entered. */
  discoveryChanged: event({
    boundTo: "person",
    payload: fields({ discovery: fields({ id }) }),
    sample: { discovery: { id: "beispiel" } },
    refreshes: ["discovery"],
  }),
  savedViewsChanged: event({
    boundTo: { channel: "website" },
    payload: fields({ savedViews: fields({ type: choice(recordTypes) }) }),
    sample: { savedViews: { type: "website" } },
    refreshes: ["savedView"],
  }),
  updatePreviewImage: event({
    boundTo: "person",
    payload: fields({ website }),
    sample: sampleWebsite,
    refreshes: ["website", "preview"],
    toast: ({ website }) => passing("preview", "Update Website", `Vorschaubild von ${website.name} wurde erzeugt.`),
  }),
  updateTags: event({
    boundTo: "person",
    payload: fields({ website }),
    sample: sampleWebsite,
    refreshes: ["website"],
    toast: ({ website }) => passing("tags", "Update Website", `Tags von ${website.name} wurden aktualisiert.`),
  }),
  newUser: event({
    boundTo: { channel: "user" },
    payload: fields({ user: person }),
    sample: sampleUser,
    refreshes: ["user"],
    toast: ({ user }) => ({
      ...passing("newUser", "Neuer Benutzer!", `${user.name} ist dem Team beigetreten.`, 5),
      action: view(`/users/${encodeURIComponent(user.id)}`),
    }),
    topic: "team",
  }),
  userLogin: event({
    boundTo: "person",
    payload: fields({ user: person }),
    sample: sampleUser,
    refreshes: ["user"],
    toast: ({ user }) => staying("signIn", "Anmeldung", `${user.name} hat sich angemeldet.`),
    topic: "signIn",
  }),
  newFeedback: event({
    boundTo: "person",
    payload: fields({ feedback }),
    sample: sampleFeedback,
    refreshes: ["feedback"],
    toast: ({ feedback }) => ({
      ...staying("feedback", "Neues Feedback", feedback.title),
      action: view(`/feedback/${encodeURIComponent(feedback.id)}`),
    }),
    topic: "feedback",
  }),
  feedbackDone: event({
    boundTo: "person",
    payload: fields({ feedback }),
    sample: sampleFeedback,
    refreshes: ["feedback"],
    toast: ({ feedback }) => ({
      ...staying("feedbackDone", "Feedback erledigt", `Dein Feedback „${feedback.title}“ wurde umgesetzt.`),
      action: view(`/feedback/${encodeURIComponent(feedback.id)}`),
    }),
    topic: "feedback",
  }),
  feedbackUpdated: event({
    boundTo: { channel: "feedback" },
    payload: feedbackMoved,
    sample: { feedback: { id: "beispiel" } },
    refreshes: ["feedback", "mention"],
  }),
  /** What maintainers note among themselves does not even stir the screens of others. */
  feedbackNoted: event({
    boundTo: { channel: "maintainer" },
    payload: feedbackMoved,
    sample: { feedback: { id: "beispiel" } },
    refreshes: ["feedback"],
  }),
  ...jobEvents,
  ...incidentEvents,
  ...checkEvents,
  ...nodeEvents,
  newChat: event({
    boundTo: "person",
    payload: fields({ user: person, page: fields({ id, title: text() }), chat: openedChat }),
    sample: {
      ...sampleUser,
      page: { id: "beispiel", title: "Server-Umzug ohne Ausfall" },
      chat: { id: "beispiel", pageId: "beispiel" },
    },
    refreshes: ["chat"],
    toast: ({ user, page, chat }) => ({
      ...passing("chat", "Neuer Chat", `${user.name} hat einen neuen Chat in „${page.title}“ eröffnet.`),
      action: view(
        `/wiki/${chat.pageId ? encodeURIComponent(chat.pageId) : "chats"}?chat=${encodeURIComponent(chat.id)}`,
      ),
    }),
    topic: "chat",
  }),
  chatMessage: event({
    boundTo: { channel: "wiki" },
    payload: fields({ chat: fields({ id }), number: whole() }),
    sample: { chat: { id: "beispiel" }, number: 1 },
    // Whoever has the chat open reads what is new of it; lists and counts follow at their own pace.
    refreshes: [],
  }),
  chatTyping: event({
    boundTo: "person",
    payload: fields({ chat: fields({ id }), user: person, message: fields({ clientId: id }) }),
    sample: { chat: { id: "beispiel" }, ...sampleUser, message: { clientId: "beispiel" } },
    refreshes: [],
  }),
  newNotification: event({
    boundTo: "person",
    payload: fields({ notification: fields({ id, title: text() }) }),
    sample: { notification: { id: "beispiel", title: "Notebook MT-00042 übergeben" } },
    refreshes: ["notification"],
    badge: 1,
  }),
  notificationChanged: event({
    boundTo: "person",
    payload: fields({ notification: fields({ id }) }),
    sample: { notification: { id: "beispiel" } },
    refreshes: ["notification"],
  }),
  /** Notifications were read, deleted or put off; the other windows and devices of the person follow. */
  unreadChanged: event({
    boundTo: "person",
    payload: fields({ user: fields({ id }) }),
    sample: { user: { id: "beispiel" } },
    refreshes: ["notification"],
    badge: "reread",
  }),
  stopPreviewBtnSync: event({
    boundTo: "person",
    payload: fields({ website, error: optional(text()) }),
    sample: { ...sampleWebsite, error: "Zeitüberschreitung beim Laden der Seite" },
    refreshes: ["website", "preview"],
    toast: ({ website, error }) =>
      error === undefined
        ? undefined
        : {
            tone: "error",
            title: "Fehler!",
            message: `Vorschau von ${website.name} konnte nicht erzeugt werden: ${error}`,
            autoCloseMs: false,
          },
  }),
} as const;

export type LiveEventName = keyof typeof liveEvents;
export type LivePayload<Name extends LiveEventName> = ValueOf<(typeof liveEvents)[Name]["payload"]>;
export const liveEventNames = keysOf(liveEvents);

/** The channel an event is bound to, or undefined for events of the signed-in person. */
export function channelOf(name: LiveEventName): BroadcastChannel | undefined {
  const { boundTo } = liveEvents[name];
  return boundTo === "person" ? undefined : boundTo.channel;
}
