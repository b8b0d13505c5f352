import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import {
  forwardRef,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button } from "../../../ui/button.tsx";
import type { OutgoingMessage } from "../outbox/outbox.ts";
import { OutgoingRow } from "../outbox/outgoing-messages.tsx";
import { MessageSkeleton } from "./chat-frame.tsx";
import type { MessageLog } from "./message-log.ts";
import { MessageRow } from "./message-row.tsx";
import type { MessageActions } from "./message-tools.tsx";
import { estimateRow, layoutOf } from "./row-layout.ts";
import { useMessageKeys } from "./use-message-keys.ts";
import { useStickToBottom } from "./use-stick-to-bottom.ts";

export interface MessageListHandle {
  /** Shows a message and points it out. */
  jump: (number: number) => void;
  toEnd: () => void;
  shown: () => { first: number; last: number };
}

interface MessageListProps {
  log: MessageLog;
  outgoing: readonly OutgoingMessage[];
  me: string;
  actions: MessageActions;
  newFrom: number | undefined;
  /** The message to begin with: pointed out, or at the top of what is new, or the last one. */
  start: { number: number; isPointedOut: boolean };
  selected: ReadonlySet<number> | undefined;
  onShow: (lastNumber: number) => void;
  onRetry: (message: OutgoingMessage) => void;
  onDiscard: (message: OutgoingMessage) => void;
  onLeave: () => void;
}

/** So close to the end, whoever reads follows what comes. */
const endThreshold = 64;
const loadEveryMs = 80;
/** Beyond what is on screen, so much is read ahead on both sides. */
const readAhead = 30;
const highlightMs = 2200;

/** The messages of a chat, of which only those near the screen exist; the rest keep their place. */
export const MessageList = forwardRef<MessageListHandle, MessageListProps>(function MessageList(
  { log, outgoing, me, actions, newFrom, start, selected, onShow, onRetry, onDiscard, onLeave },
  ref,
) {
  const scroller = useRef<HTMLDivElement>(null);
  const [highlighted, setHighlighted] = useHighlight();
  const [seenCount, setSeenCount] = useState(log.count);
  const beginsAtEnd = start.number >= log.count && !start.isPointedOut;
  const { isAtEnd, release, stickProps } = useStickToBottom(scroller, beginsAtEnd, endThreshold);
  const list = useMessageVirtualizer(scroller, { log, outgoing, me });
  const range = list.range;
  const first = (range?.startIndex ?? 0) + 1;
  const last = Math.min((range?.endIndex ?? 0) + 1, log.count);
  const shown = useRef({ first, last });
  shown.current = { first, last };

  useReadAhead(log, { first, last }, onShow);

  // biome-ignore lint/correctness/useExhaustiveDependencies: where the list begins is decided once
  useLayoutEffect(() => {
    if (beginsAtEnd) list.scrollToEnd();
    else list.scrollToIndex(start.number - 1, { align: start.isPointedOut ? "center" : "start" });
    if (start.isPointedOut) setHighlighted(start.number);
  }, []);

  const jump = useCallback(
    async (number: number) => {
      if (number < 1 || number > log.count) return;
      await log.load(number - readAhead, number + readAhead);
      release();
      list.scrollToIndex(number - 1, { align: "center" });
      setHighlighted(number);
    },
    [log, list, release, setHighlighted],
  );
  const jumpTo = useCallback((number: number) => void jump(number), [jump]);
  useImperativeHandle(ref, () => ({
    jump: jumpTo,
    toEnd: () => list.scrollToEnd(),
    shown: () => shown.current,
  }));

  useEffect(() => {
    if (isAtEnd) setSeenCount(log.count);
  }, [isAtEnd, log.count]);
  const { current, keyProps } = useMessageKeys({ log, scroller, list, actions, last, onLeave });

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        // What is scrolled into view is not news; what comes is said elsewhere.
        aria-live="off"
        aria-label="Nachrichten"
        {...stickProps}
        {...keyProps}
        className="h-full overflow-y-auto overscroll-contain [overflow-anchor:none] [scrollbar-width:thin]"
      >
        <div className="relative flex min-h-full flex-col justify-end">
          <div className="relative w-full flex-none" style={{ height: list.getTotalSize() }}>
            {list.getVirtualItems().map(({ key, index, start: top }) => (
              <div
                key={key}
                ref={list.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${top}px)` }}
              >
                <Row
                  index={index}
                  log={log}
                  outgoing={outgoing}
                  me={me}
                  actions={actions}
                  newFrom={newFrom}
                  current={current}
                  highlighted={highlighted}
                  selected={selected}
                  onRetry={onRetry}
                  onDiscard={onDiscard}
                  onJump={jumpTo}
                />
              </div>
            ))}
          </div>
        </div>
      </div>
      {!isAtEnd && <ToEnd isBehind={seenCount < log.count} onClick={() => list.scrollToEnd()} />}
    </div>
  );
});

/** Leads to the end of the list; `isBehind` while messages have come that nobody has seen here. */
function ToEnd({ isBehind, onClick }: { isBehind: boolean; onClick: () => void }) {
  return (
    <Button
      size="sm"
      icon={ArrowDown}
      onClick={onClick}
      className="!absolute bottom-2 right-5 z-[1] !rounded-8 !border-transparent !bg-raised shadow-e2 max-md:right-3"
    >
      {isBehind ? "Neue Nachrichten" : "Zum Ende"}
    </Button>
  );
}

interface RowProps
  extends Pick<
    MessageListProps,
    "log" | "outgoing" | "me" | "actions" | "newFrom" | "selected" | "onRetry" | "onDiscard"
  > {
  index: number;
  current: number | undefined;
  highlighted: number | undefined;
  onJump: (number: number) => void;
}

/** What stands at one position: a message, one that is on its way, or a skeleton until it is loaded. */
function Row({ index, log, outgoing, me, actions, onJump, onRetry, onDiscard, ...props }: RowProps) {
  const number = index + 1;
  const message = log.at(number);
  if (message)
    return (
      <MessageRow
        message={message}
        {...layoutOf(message, log.at(index), { isFirst: index === 0, isFirstNew: props.newFrom === number })}
        actions={actions}
        isCurrent={props.current === number}
        isHighlighted={props.highlighted === number}
        isSelected={props.selected?.has(number)}
        onJump={onJump}
      />
    );
  const pending = index >= log.count ? outgoing[index - log.count] : undefined;
  if (!pending) return <MessageSkeleton />;
  const authorBefore = outgoing[index - log.count - 1] ? me : log.at(index)?.author.id;
  return <OutgoingRow message={pending} isContinued={authorBefore === me} onRetry={onRetry} onDiscard={onDiscard} />;
}

/** Loads what lies around the messages on screen, a moment after the last scroll, and reports the last one shown. */
function useReadAhead(
  log: MessageLog,
  { first, last }: { first: number; last: number },
  onShow: (lastNumber: number) => void,
): void {
  const shown = useRef({ first, last });
  shown.current = { first, last };
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again whenever another part is on screen
  useEffect(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void log.load(shown.current.first - readAhead, shown.current.last + readAhead);
    }, loadEveryMs);
    if (log.at(last)) onShow(last);
  }, [first, last, log, log.version, onShow]);
}

/** The rows of the messages and of those on their way, at the end of which the list begins and stays. */
function useMessageVirtualizer(
  scroller: RefObject<HTMLDivElement>,
  { log, outgoing, me }: Pick<MessageListProps, "log" | "outgoing" | "me">,
) {
  const estimateSize = useEstimate(log);
  return useVirtualizer({
    count: log.count + outgoing.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    // A message keeps its position, and its height, when it turns from one on its way into one that has arrived.
    getItemKey: (index) => {
      const message = log.at(index + 1) ?? outgoing[index - log.count];
      if (!message) return index;
      return "author" in message && message.author.id !== me ? index : message.clientId;
    },
    overscan: 6,
    paddingStart: 8,
    // Room for who is writing, below the last message.
    paddingEnd: 30,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: endThreshold,
  });
}

/** The height that is assumed of a row; it holds until the row is measured, so that loading moves nothing on screen. */
function useEstimate(log: MessageLog): (index: number) => number {
  const estimates = useRef(new Map<number, number>());
  return (index) => {
    const known = estimates.current.get(index) ?? estimateRow(log.at(index + 1));
    estimates.current.set(index, known);
    return known;
  };
}

/** The message that is pointed out, which fades by itself. */
function useHighlight() {
  const [highlighted, setHighlighted] = useState<number>();
  useEffect(() => {
    if (highlighted === undefined) return;
    const fade = setTimeout(() => setHighlighted(undefined), highlightMs);
    return () => clearTimeout(fade);
  }, [highlighted]);
  return [highlighted, setHighlighted] as const;
}
