import type { AnnouncementSeverity } from "../../../../contract/channels/announcements.ts";
import { fieldsIn } from "../../../../contract/narrowing.ts";
import type { PushKey } from "../push/vapid.ts";

/** A message as services are given it: text without markup, each service escapes what its own means. */
export interface OutgoingMessage {
  title: string;
  text: string;
  facts: readonly { label: string; value: string }[];
  /** Where it leads, with the portal's address. */
  url: string;
  severity: AnnouncementSeverity;
  /** It is over: the last word on its topic. */
  isEnded: boolean;
  at: Date;
}

/** By what a service knows a message that it has taken. */
export type RemoteMessage = Readonly<Record<string, string>>;

export interface Sending {
  /** The same for every attempt at one delivery. */
  deliveryId: string;
  topicKey: string | null;
  /** The message to be changed; absent for a new one. */
  remote?: RemoteMessage | undefined;
  now: Date;
  /** Who sends, for services that want to know: an address with https:// or mailto:. */
  contact: string;
  /** The portal's own, for services that use it. */
  pushKey?: PushKey;
}

export interface ServiceRequest {
  url: string;
  method?: "POST" | "PUT";
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  body?: Buffer;
}

export interface ServiceAnswer {
  status: number;
  body: string;
}

/** What an answer means where its status alone does not say. */
export interface Reading {
  remote?: RemoteMessage;
  /** Refused in spite of the status, or why: in the service's own words. */
  refusal?: string;
  /** The same will be refused again. */
  isFinal?: boolean;
  retryAfterS?: number;
  /** The message that was to be changed is not there any more. */
  isGone?: boolean;
  /** Refused by its status, and yet as wanted. */
  isDone?: boolean;
}

export type Values = Readonly<Record<string, string>>;

/** How one service is talked to. What it needs to know stands in contract/channels/services.ts. */
export interface ChannelService {
  /** Where it leads, without secrets. */
  target(values: Values): string;
  usesPushKey?: true;
  request(values: Values, message: OutgoingMessage, sending: Sending): ServiceRequest;
  read?(answer: ServiceAnswer): Reading;
}

export const severityColors: Record<AnnouncementSeverity, string> = {
  info: "#4a6fa5",
  warning: "#b7791f",
  critical: "#c0392b",
};
const endedColor = "#2f855a";
export const colorOf = ({ severity, isEnded }: OutgoingMessage) => (isEnded ? endedColor : severityColors[severity]);

export const linkLabel = "Im Portal ansehen";

/** An address without a slash at its end, and the path behind it. */
export const join = (server: string, path: string) => server.replace(/\/+$/, "") + path;
export const hostOf = (url: string | undefined) => (url && URL.canParse(url) ? new URL(url).host : "");

export function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : text;
}

/** The JSON of an answer; empty where there is none. */
export function jsonOf(body: string): Record<string, unknown> {
  try {
    return fieldsIn(JSON.parse(body));
  } catch {
    return {};
  }
}

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Markdown as text: nothing in it forms a link, and an @ calls nobody. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#|~<>]/g, "\\$&").replaceAll("@", "@\u200b");
}
