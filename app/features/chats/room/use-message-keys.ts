import type { Virtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from "react";
import { closest } from "../../../lib/closest.ts";
import type { MessageLog } from "./message-log.ts";
import type { MessageActions } from "./message-tools.tsx";

interface MessageKeysOptions {
  log: MessageLog;
  scroller: RefObject<HTMLElement>;
  list: Virtualizer<HTMLDivElement, Element>;
  actions: MessageActions;
  /** The last message on screen, with which the keyboard begins. */
  last: number;
  /** Back to where one writes. */
  onLeave: () => void;
}

/** Walking through the messages: Tab leads to one of them, the arrows to the others, letters do what the menu does. */
export function useMessageKeys({ log, scroller, list, actions, last, onLeave }: MessageKeysOptions) {
  const [chosen, setChosen] = useState<number>();
  const current = chosen ?? last;

  const go = (number: number) => {
    const to = Math.max(1, Math.min(log.count, number));
    setChosen(to);
    list.scrollToIndex(to - 1, { align: "auto" });
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-number="${to}"]`)?.focus({ preventScroll: true }),
    );
  };

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const article = closest(event.target, "[data-number]");
    const message = log.at(Number(article?.dataset.number));
    if (!message || event.target !== article) {
      if (event.key === "Escape") article?.focus();
      return;
    }
    const { key } = event;
    const { canWrite } = actions;
    if (key === "ArrowUp") go(message.number - 1);
    else if (key === "ArrowDown" && message.number >= log.count) onLeave();
    else if (key === "ArrowDown") go(message.number + 1);
    else if (key === "Home") go(1);
    else if (key === "End") go(log.count);
    else if (key === "Escape") onLeave();
    else if (key === "r" && canWrite && !message.deletedAt) actions.reply(message);
    else if (key === "e" && message.can.edit) actions.edit(message);
    else if (key === "Delete" && message.can.delete) actions.remove(message);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return {
    current,
    keyProps: {
      onKeyDown: press,
      onFocus: (event: FocusEvent) => {
        const number = Number(event.target.closest<HTMLElement>("[data-number]")?.dataset.number);
        if (number) setChosen(number);
      },
      onBlur: (event: FocusEvent) => {
        if (!scroller.current?.contains(event.relatedTarget)) setChosen(undefined);
      },
    },
  };
}
