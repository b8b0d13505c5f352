import type { ChatMessage } from "../../../contract/chats.ts";
import { isSameDay } from "../../lib/format.ts";

/** Messages of one author this close together stand below one name. */
const groupMs = 5 * 60_000;

/** How a message stands among its neighbours. */
export interface RowPlace {
  /** The day that begins with it. */
  day: Date | undefined;
  /** Whether the unread ones begin with it. */
  isFirstNew: boolean;
  /** Whether the name above it is its author's too. */
  isContinued: boolean;
}

type Placed = Pick<ChatMessage, "createdAt" | "deletedAt" | "replyTo"> & { author: { id: string } };

/** The place of a message behind the one before it, which may not have been read yet. */
export function placeOf(
  message: Placed,
  before: Placed | undefined,
  { isFirst, isFirstNew }: { isFirst: boolean; isFirstNew: boolean },
): RowPlace {
  const isNewDay = isFirst || (before !== undefined && !isSameDay(before.createdAt, message.createdAt));
  const isClose = before !== undefined && message.createdAt.getTime() - before.createdAt.getTime() < groupMs;
  const isContinued =
    isClose &&
    !isNewDay &&
    !isFirstNew &&
    !before.deletedAt &&
    !message.replyTo &&
    before.author.id === message.author.id;
  return { day: isNewDay ? message.createdAt : undefined, isFirstNew, isContinued };
}

/** About as high as a message will be, so that the bar at the side hardly moves when it is measured. */
export function estimateRow(message: Pick<ChatMessage, "body" | "files"> | undefined): number {
  if (!message) return 60;
  const lines = message.body.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 44)), 0);
  return 36 + lines * 20 + message.files.length * 60;
}

const weekday = new Intl.DateTimeFormat("de-DE", { weekday: "long", timeZone: "Europe/Berlin" });
const day = new Intl.DateTimeFormat("de-DE", { day: "numeric", month: "long", timeZone: "Europe/Berlin" });
const dayMs = 24 * 60 * 60_000;

/** „Heute“, „Gestern“ or „Donnerstag, 19. November“, with the year where it is another one. */
export function dayLabel(at: Date, now = new Date()): string {
  if (isSameDay(at, now)) return "Heute";
  if (isSameDay(at, new Date(now.getTime() - dayMs))) return "Gestern";
  const year = at.getFullYear() === now.getFullYear() ? "" : ` ${at.getFullYear()}`;
  return `${weekday.format(at)}, ${day.format(at)}${year}`;
}
