import type { ChatRow } from "../../../contract/chats/chats.ts";

/** Where a chat is shown: beside its page, or in the list of chats. */
export function chatAddress({ id, target }: Pick<ChatRow, "id" | "target">, number?: number): string {
  const message = number === undefined ? "" : `&message=${number}`;
  return target?.type === "page" ? `/wiki/${target.id}?chat=${id}${message}` : `/wiki/chats?chat=${id}${message}`;
}
