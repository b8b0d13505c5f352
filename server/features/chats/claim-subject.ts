import { chatPath } from "../../../contract/chats/chats.ts";
import type { ClaimSubject } from "../claims/subjects.ts";
import { findTarget } from "./access.ts";

/** A chat that is marked as a question can be taken care of until it is resolved. */
export const questionSubject: ClaimSubject = {
  lasts: "untilNoSign",
  category: "chat",
  async find(db, id) {
    const chat = await db
      .selectFrom("chats")
      .select(["title", "status", "askedAt"])
      .where("id", "=", id)
      .executeTakeFirst();
    const target = (await findTarget(db, id))?.target ?? null;
    if (!chat?.askedAt) return undefined;
    return {
      title: chat.title,
      href: chatPath({ id, target }),
      isOpen: chat.status === "open",
      history: { type: "chat", id },
      restrictedBy: target,
    };
  },
};
