import type { ChatRow } from "../../../contract/chats/chats.ts";

/** Where a chat is shown: beside its page, or in the list of chats. */
export function chatPath({ id, target }: Pick<ChatRow, "id" | "target">, number?: number): string {
  const message = number === undefined ? "" : `&message=${number}`;
  return target?.type === "page" ? `/wiki/${target.id}?chat=${id}${message}` : `/wiki/chats?chat=${id}${message}`;
}

/** In place of a chat's id in the address of a page: all chats of that page. */
export const pageChatsKey = "alle";
