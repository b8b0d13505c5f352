import type { Topic } from "../notifications/notification-categories.ts";
import type { Feature } from "./live-features.ts";
import type { Part, ValueOf } from "./payload.ts";

/** The channels of the spec (section 7) that everybody hears who may join them. */
export const broadcastChannels = ["website", "wiki", "user", "feedback", "maintainer"] as const;
export type BroadcastChannel = (typeof broadcastChannels)[number];

/** What a toast can be about; each has an icon of its own. */
export type ToastIcon = "preview" | "tags" | "newUser" | "signIn" | "feedback" | "feedbackDone" | "chat";

/** What a toast says; `autoCloseMs: false` stays until it is closed, `action` leads to what it is about. */
export interface LiveToast {
  /** A later toast of the same name takes its place. */
  id?: string;
  tone: "info" | "success" | "error";
  icon?: ToastIcon;
  title: string;
  message: string;
  isLoading?: boolean;
  autoCloseMs: number | false;
  action?: { label: string; href: string };
}

/** "everything" also reads what is counted otherwise, as after a lost connection. */
export type Refreshed = readonly Feature[] | "everything";

export interface LiveEvent<Payload extends Part> {
  /** A channel of the spec, or the signed-in person themself. */
  boundTo: { channel: BroadcastChannel } | "person";
  payload: Payload;
  sample: ValueOf<Payload>;
  refreshes: Refreshed | ((payload: ValueOf<Payload>) => Refreshed);
  /** Returns undefined when this payload shows nothing. */
  toast?: (payload: ValueOf<Payload>) => LiveToast | undefined;
  /** Added to the unread badge without a request, or "reread" where only the server knows the count. */
  badge?: number | "reread";
  /** Its toast shows to those who want live hints about this. */
  topic?: Topic;
  /** The portal alone says it: what it tells of its own state nobody may make up, not even on the workbench. */
  isOfPortal?: true;
}

/** The button of a toast that leads to what it is about. */
export const view = (href: string) => ({ label: "Ansehen", href });

/** A toast that closes by itself: it is enough to have seen it. */
export const passing = (icon: ToastIcon, title: string, message: string, seconds: 4 | 5 = 4): LiveToast => ({
  tone: "info",
  icon,
  title,
  message,
  autoCloseMs: seconds * 1000,
});

/** A toast that stays until somebody has taken note of it. */
export const staying = (icon: ToastIcon, title: string, message: string): LiveToast => ({
  tone: "info",
  icon,
  title,
  message,
  autoCloseMs: false,
});

/** An event with its payload known to the compiler. */
export const event = <Payload extends Part>(definition: LiveEvent<Payload>) => definition;
