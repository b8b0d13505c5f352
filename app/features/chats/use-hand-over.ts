import type { ChatDetails, ChatMessage } from "../../../contract/chats/chats.ts";
import { feedback } from "../../../contract/feedback/feedback.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { showToast } from "../../lib/dialogs/toasts.ts";
import { formatDateTime } from "../../lib/format.ts";
import { openGiveFeedback } from "../feedback/open-give-feedback.tsx";
import { withLabels } from "../mentions/mention-text.ts";
import { chatAddress } from "./chat-address.ts";
import { openSectionDialog } from "./open-chat-dialogs.tsx";

/** Room for the link below the quotes. */
const mostQuoted = 9000;
const titleLength = feedback.fields.title.max ?? 140;

/** Makes something lasting of what was said: feedback, or a section of a page in the wiki. */
export function useHandOver(chat: ChatDetails) {
  const taking = useMutate(useTRPC().chat.toPage.mutationOptions(), {
    refreshes: ["page"],
    onSuccess: ({ id, title }) => {
      showToast({
        tone: "success",
        title: "Übernommen.",
        message: `Der Abschnitt steht am Ende von „${title}“.`,
        action: { label: "Ansehen", href: `/wiki/${id}` },
      });
    },
  });
  return {
    /** Opens the form for feedback with what was said; resolves with whether it was given. */
    async toFeedback(messages: readonly ChatMessage[]): Promise<boolean> {
      const { target } = chat;
      const about = target && { id: target.id, label: target.title };
      const given = await openGiveFeedback({
        title: chat.title.slice(0, titleLength),
        description: quote(chat, messages),
        ...(about && target.type === "website" && { websiteId: about }),
        ...(about && target.type === "customer" && { customerId: about }),
        ...(about && target.type === "page" && { pageId: about }),
      });
      return given !== undefined;
    },
    async toPage(messages: readonly ChatMessage[]): Promise<boolean> {
      const choice = await openSectionDialog(chat.title);
      if (!choice) return false;
      const numbers = messages.map(({ number }) => number);
      return taking.mutateAsync({ chatId: chat.id, numbers, pageId: choice.page.id, heading: choice.heading }).then(
        () => true,
        () => false,
      );
    },
  };
}

/** The messages as quotes in Markdown, with who wrote them and where they stand. */
export function quote(chat: Pick<ChatDetails, "id" | "title" | "target">, messages: readonly ChatMessage[]): string {
  const quotes: string[] = [];
  let length = 0;
  for (const { author, createdAt, body, mentions, deletedAt } of messages) {
    if (deletedAt) continue;
    const lines = withLabels(body, mentions)
      .text.split("\n")
      .map((line) => `> ${line}`);
    const quoted = `${author.name}, ${formatDateTime(createdAt)}:\n${lines.join("\n")}`;
    length += quoted.length;
    if (length > mostQuoted) break;
    quotes.push(quoted);
  }
  const address = new URL(chatAddress(chat, messages[0]?.number), window.location.origin).href;
  return [...quotes, `Aus dem Chat: ${address}`].join("\n\n");
}
