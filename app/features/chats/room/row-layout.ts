import type { ChatMessage } from "../../../../contract/chats/chats.ts";
import { dayMs, minuteMs } from "../../../../contract/time/durations.ts";
import { zoned } from "../../../../contract/time/time-zone.ts";
import { formatDate, formatTime, isSameDay } from "../../../lib/format.ts";
import { portalNow } from "../../../lib/time/portal-clock.ts";

/** Messages of one author this close together stand below one name. */
const groupMs = 5 * minuteMs;

/** How a message stands among its neighbours. */
export interface RowLayout {
  /** The day that begins with it. */
  day: Date | undefined;
  /** Whether the unread ones begin with it. */
  isFirstNew: boolean;
  /** Whether the name above it is its author's too. */
  isContinued: boolean;
}

type LaidOutMessage = Pick<ChatMessage, "createdAt" | "deletedAt" | "replyTo"> & { author: { id: string } };

/** The place of a message behind the one before it, which may not have been read yet. */
export function layoutOf(
  message: LaidOutMessage,
  before: LaidOutMessage | undefined,
  { isFirst, isFirstNew }: { isFirst: boolean; isFirstNew: boolean },
): RowLayout {
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

const formatter = (options: Intl.DateTimeFormatOptions) =>
  zoned((timeZone) => new Intl.DateTimeFormat("de-DE", { ...options, timeZone }));
const weekday = formatter({ weekday: "long" });
const day = formatter({ day: "numeric", month: "long" });

const yearOf = (at: Date) => formatDate(at).slice(-4);
const isYesterday = (at: Date, now: Date) => isSameDay(at, new Date(now.getTime() - dayMs));

/** „Heute“, „Gestern“ or „Donnerstag, 19. November“, with the year where it is another one. */
export function dayLabel(at: Date, now = portalNow()): string {
  if (isSameDay(at, now)) return "Heute";
  if (isYesterday(at, now)) return "Gestern";
  const year = yearOf(at) === yearOf(now) ? "" : ` ${yearOf(at)}`;
  return `${weekday().format(at)}, ${day().format(at)}${year}`;
}

/** The moment of a chat's last message, as short as it is clear: „14:05“, „Gestern“, „16.11.“ or „16.11.2025“. */
export function shortMoment(at: Date, now = portalNow()): string {
  if (isSameDay(at, now)) return formatTime(at);
  if (isYesterday(at, now)) return "Gestern";
  return yearOf(at) === yearOf(now) ? formatDate(at).slice(0, -4) : formatDate(at);
}
