/** In place of a chat's id in the address of a page: all chats of that page. */
export const pageChatsKey = "alle";
