import { useMemo, useRef } from "react";
import type { ChatDetails, ChatMessage, ReactionSign } from "../../../contract/chats/chats.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { confirm } from "../../lib/dialogs/confirm.tsx";
import { chatAddress } from "./chat-address.ts";
import { copyAddress } from "./copy-address.ts";
import type { MessageLog } from "./message-log.ts";
import type { MessageActions } from "./message-tools.tsx";

type Room = Pick<MessageActions, "reply" | "edit" | "select">;

/** What can be done with the messages of a chat; the same object for as long as the chat is open. */
export function useMessageActions(chat: ChatDetails, log: MessageLog, room: Room): MessageActions {
  const trpc = useTRPC();
  const removing = useMutate(trpc.chat.delete.mutationOptions(), { refreshes: [] });
  const reacting = useMutate(trpc.chat.react.mutationOptions(), { refreshes: [] });
  const latest = useRef({ chat, room, remove: removing.mutateAsync, react: reacting.mutateAsync });
  latest.current = { chat, room, remove: removing.mutateAsync, react: reacting.mutateAsync };
  const canWrite = chat.can.write;
  return useMemo<MessageActions>(() => {
    // What was refused is said by a toast, and the message shown as it is.
    const renew = (number: number) => () => void log.renew(number);
    return {
      canWrite,
      reply: (message) => latest.current.room.reply(message),
      edit: (message) => latest.current.room.edit(message),
      select: (message) => latest.current.room.select(message),
      copyLink: ({ number }) => void copyAddress(chatAddress(latest.current.chat, number)),
      remove: async ({ id, number }: ChatMessage) => {
        const isSure = await confirm({
          title: "Nachricht löschen?",
          description: "Das lässt sich nicht rückgängig machen. An ihrer Stelle steht „Nachricht gelöscht“.",
          confirmLabel: "Löschen",
        });
        if (isSure) await latest.current.remove({ id }).then(renew(number), renew(number));
      },
      react: ({ id, number }: ChatMessage, sign: ReactionSign, on: boolean) =>
        void latest.current.react({ id, sign, on }).then(renew(number), renew(number)),
    };
  }, [canWrite, log]);
}
