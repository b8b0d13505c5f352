import { CheckSquare, Ellipsis, Link2, ListPlus, Pencil, Reply, SmilePlus, Trash2 } from "lucide-react";
import { useMemo, useRef } from "react";
import {
  type ChatDetails,
  type ChatMessage,
  chatPath,
  type ReactionEmoji,
  reactionEmojis,
} from "../../../../contract/chats/chats.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import { maxTaskTitleLength } from "../../../../contract/tasks/tasks.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { copyLink } from "../../../lib/copy-link.ts";
import { confirm } from "../../../lib/dialogs/confirm.tsx";
import { useSession } from "../../../lib/people/session.tsx";
import { useRole } from "../../../lib/people/use-role.ts";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../../ui/overlays/menu.tsx";
import { openNewTask, type TaskBeginning } from "../../tasks/open-task-dialogs.tsx";
import { ReactionIcon, reactionLabel } from "./message-content.tsx";
import type { MessageLog } from "./message-log.ts";

export interface MessageActions {
  canWrite: boolean;
  reply: (message: ChatMessage) => void;
  edit: (message: ChatMessage) => void;
  remove: (message: ChatMessage) => void;
  react: (message: ChatMessage, sign: ReactionEmoji, on: boolean) => void;
  select: (message: ChatMessage) => void;
  copyLink: (message: ChatMessage) => void;
  /** Undefined for those who may make none. */
  makeTask: ((message: ChatMessage) => void) | undefined;
}

interface MessageToolsProps {
  message: ChatMessage;
  actions: MessageActions;
  tabIndex: number;
}

/** What can be done with a message: at its corner while it is pointed at or has the focus, on phones in one menu. */
export function MessageTools({ message, actions, tabIndex }: MessageToolsProps) {
  const { canWrite, reply, edit, remove, react, select, copyLink, makeTask } = actions;
  const me = useSession().data?.user.id;
  const isGiven = (sign: ReactionEmoji) =>
    message.reactions.some((reaction) => reaction.sign === sign && reaction.people.some(({ id }) => id === me));
  const reactionItems = (
    <div className="flex flex-wrap">
      {reactionEmojis.map((sign) => (
        <MenuItem
          key={sign}
          aria-label={reactionLabel(sign)}
          onSelect={() => react(message, sign, !isGiven(sign))}
          className={cx("w-9 justify-center !px-0 max-md:w-11", isGiven(sign) && "bg-selected")}
        >
          <ReactionIcon sign={sign} />
        </MenuItem>
      ))}
    </div>
  );
  return (
    <div className="absolute right-3 top-0 flex rounded-8 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 has-[[data-state=open]]:opacity-100 max-md:right-1 max-md:opacity-100 md:bg-raised md:p-0.5 md:shadow-e2">
      {canWrite && (
        <>
          <Menu>
            <MenuTrigger asChild>
              <IconButton icon={SmilePlus} label="Reagieren" size="sm" tabIndex={tabIndex} className="max-md:!hidden" />
            </MenuTrigger>
            <MenuContent align="end" className="!min-w-0">
              {reactionItems}
            </MenuContent>
          </Menu>
          <IconButton
            icon={Reply}
            label="Antworten"
            size="sm"
            tabIndex={tabIndex}
            className="max-md:!hidden"
            onClick={() => reply(message)}
          />
        </>
      )}
      <Menu>
        <MenuTrigger asChild>
          <IconButton
            icon={Ellipsis}
            label="Mehr zur Nachricht"
            size="sm"
            tabIndex={tabIndex}
            className="max-md:!border-transparent max-md:text-text-3"
          />
        </MenuTrigger>
        <MenuContent align="end">
          {canWrite && (
            <div className="md:hidden">
              {reactionItems}
              <MenuItem icon={Reply} onSelect={() => reply(message)}>
                Antworten
              </MenuItem>
            </div>
          )}
          {message.can.edit && (
            <MenuItem icon={Pencil} onSelect={() => edit(message)}>
              Bearbeiten
            </MenuItem>
          )}
          <MenuItem icon={Link2} onSelect={() => copyLink(message)}>
            Link zur Nachricht
          </MenuItem>
          {canWrite && (
            <MenuItem icon={CheckSquare} onSelect={() => select(message)}>
              Auswählen …
            </MenuItem>
          )}
          {makeTask && (
            <MenuItem icon={ListPlus} onSelect={() => makeTask(message)}>
              Aufgabe daraus machen …
            </MenuItem>
          )}
          {message.can.delete && (
            <>
              <MenuSeparator />
              <MenuItem icon={Trash2} danger onSelect={() => remove(message)}>
                Löschen
              </MenuItem>
            </>
          )}
        </MenuContent>
      </Menu>
    </div>
  );
}

type RoomActions = Pick<MessageActions, "reply" | "edit" | "select">;

/** What can be done with the messages of a chat; the same object for as long as the chat is open. */
export function useMessageActions(chat: ChatDetails, log: MessageLog, room: RoomActions): MessageActions {
  const trpc = useTRPC();
  const removing = useMutate(trpc.chat.delete.mutationOptions(), { refreshes: [] });
  const reacting = useMutate(trpc.chat.react.mutationOptions(), { refreshes: [] });
  const latest = useRef({ chat, room, remove: removing.mutateAsync, react: reacting.mutateAsync });
  latest.current = { chat, room, remove: removing.mutateAsync, react: reacting.mutateAsync };
  const canWrite = chat.can.write;
  const mayMakeTasks = hasAbility(useRole(), "writeTasks");
  return useMemo<MessageActions>(() => {
    // What was refused is said by a toast, and the message shown as it is.
    const reload = (number: number) => () => void log.reload(number);
    return {
      canWrite,
      reply: (message) => latest.current.room.reply(message),
      edit: (message) => latest.current.room.edit(message),
      select: (message) => latest.current.room.select(message),
      copyLink: ({ number }) => void copyLink(chatPath(latest.current.chat, number)),
      makeTask: mayMakeTasks ? (message) => void openNewTask(taskFrom(latest.current.chat, message)) : undefined,
      remove: async ({ id, number }: ChatMessage) => {
        const isSure = await confirm({
          title: "Nachricht löschen?",
          description: "Das lässt sich nicht rückgängig machen. An ihrer Stelle steht „Nachricht gelöscht“.",
          confirmLabel: "Löschen",
        });
        if (isSure) await latest.current.remove({ id }).then(reload(number), reload(number));
      },
      react: ({ id, number }: ChatMessage, sign: ReactionEmoji, on: boolean) =>
        void latest.current.react({ id, sign, on }).then(reload(number), reload(number)),
    };
  }, [canWrite, mayMakeTasks, log]);
}

/** What a message asks for: its first line is the title, and the whole of it the text. */
function taskFrom({ title }: ChatDetails, { id, body, html }: ChatMessage): TaskBeginning {
  // Mentions stand as names in what is shown.
  const shown = new DOMParser().parseFromString(html, "text/html").body.textContent?.trim() || body;
  const [line = ""] = shown.split("\n").filter((each) => each.trim());
  return {
    title: line.trim().slice(0, maxTaskTitleLength),
    ...(shown !== line.trim() && { text: shown }),
    target: { type: "message", id, title },
    source: "chat",
  };
}
