import { BookOpen, MessageSquarePlus, X } from "lucide-react";
import { useState } from "react";
import {
  type ChatDetails,
  type ChatMessage,
  chatPath,
  maxMessagesPerSection,
} from "../../../../contract/chats/chats.ts";
import { feedback } from "../../../../contract/feedback/feedback.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { showToast } from "../../../lib/dialogs/toasts.ts";
import { useCreationId } from "../../../lib/form/use-creation-id.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { openGiveFeedback } from "../../feedback/form/open-give-feedback.tsx";
import { withLabels } from "../../mentions/mention-text.ts";
import { openSectionDialog } from "../dialogs/open-chat-dialogs.tsx";
import type { MessageLog } from "./message-log.ts";

interface SelectionBarProps {
  count: number;
  onGiveFeedback: () => void;
  onAddToWiki: () => void;
  onCancel: () => void;
}

/** What can be made of the chosen messages; stands where one otherwise writes. */
export function SelectionBar({ count, onGiveFeedback, onAddToWiki, onCancel }: SelectionBarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Ausgewählte Nachrichten"
      className="flex flex-none flex-wrap items-center gap-2 border-t px-5 pb-[calc(12px+env(safe-area-inset-bottom))] pt-3 max-md:px-3"
    >
      <p role="status" className="num w-full text-ui">
        {count === 0 ? "Wähle die Nachrichten aus." : `${count} ausgewählt`}
      </p>
      <Button size="sm" icon={BookOpen} disabled={count === 0} onClick={onAddToWiki}>
        Ins Wiki
      </Button>
      <Button size="sm" icon={MessageSquarePlus} disabled={count === 0} onClick={onGiveFeedback}>
        Als Feedback
      </Button>
      <IconButton icon={X} size="sm" label="Auswahl beenden" className="ml-auto" onClick={onCancel} />
    </div>
  );
}

const none: ReadonlySet<number> = new Set();

/** Which messages are chosen, by number, while choosing goes on. */
export function useSelection(log: MessageLog) {
  const [numbers, setNumbers] = useState<ReadonlySet<number>>();
  return {
    isOn: numbers !== undefined,
    numbers: numbers ?? none,
    messages: () =>
      messagesOf(
        log,
        [...(numbers ?? none)].toSorted((one, other) => one - other),
      ),
    begin: () => setNumbers((now) => now ?? none),
    end: () => setNumbers(undefined),
    toggle: (number: number) =>
      setNumbers((now = none) => {
        const next = new Set(now);
        if (!next.delete(number) && next.size < maxMessagesPerSection) next.add(number);
        return next;
      }),
  };
}

/** Room for the link below the quotes. */
const maxQuotesLength = 9000;
/** How many of the last messages go into feedback about a whole chat. */
const maxFeedbackMessages = 40;
const maxTitleLength = feedback.fields.title.max ?? 140;

/** Makes something lasting of what was said: feedback, or a section of a page in the wiki. */
export function useMessageReuse(chat: ChatDetails, log: MessageLog) {
  const creationId = useCreationId();
  const adding = useMutate(useTRPC().chat.toPage.mutationOptions(), {
    refreshes: ["page"],
    onSuccess: ({ id, title }) => {
      creationId.forget();
      showToast({
        tone: "success",
        title: "Übernommen.",
        message: `Der Abschnitt steht am Ende von „${title}“.`,
        action: { label: "Ansehen", href: `/wiki/${id}` },
      });
    },
  });
  /** Opens the form for feedback with what was said; resolves with whether it was given. */
  const giveFeedback = async (messages: readonly ChatMessage[]): Promise<boolean> => {
    const { target } = chat;
    const about = target && { id: target.id, label: target.title };
    const given = await openGiveFeedback({
      title: chat.title.slice(0, maxTitleLength),
      description: quote(chat, messages),
      ...(about && target.type === "website" && { websiteId: about }),
      ...(about && target.type === "customer" && { customerId: about }),
      ...(about && target.type === "page" && { pageId: about }),
    });
    return given !== undefined;
  };
  return {
    giveFeedback,
    /** The same with the last messages of the chat. */
    async giveFeedbackOnChat(): Promise<void> {
      const first = Math.max(1, log.count - maxFeedbackMessages + 1);
      await log.load(first, log.count);
      const numbers = Array.from({ length: log.count - first + 1 }, (_, index) => first + index);
      await giveFeedback(messagesOf(log, numbers));
    },
    async addToWiki(messages: readonly ChatMessage[]): Promise<boolean> {
      const choice = await openSectionDialog(chat.title);
      if (!choice) return false;
      const numbers = messages.map(({ number }) => number);
      const section = { chatId: chat.id, numbers, pageId: choice.page.id, heading: choice.heading };
      return adding.mutateAsync({ ...section, creationId: creationId.idFor(JSON.stringify(section)) }).then(
        () => true,
        () => false,
      );
    },
  };
}

/** The messages as quotes in Markdown, with who wrote them and where they stand. */
function quote(chat: Pick<ChatDetails, "id" | "title" | "target">, messages: readonly ChatMessage[]): string {
  const quotes: string[] = [];
  let length = 0;
  for (const { author, createdAt, body, mentions, deletedAt } of messages) {
    if (deletedAt) continue;
    const lines = withLabels(body, mentions)
      .text.split("\n")
      .map((line) => `> ${line}`);
    const quoted = `${author.name}, ${formatDateTime(createdAt)}:\n${lines.join("\n")}`;
    length += quoted.length;
    if (length > maxQuotesLength) break;
    quotes.push(quoted);
  }
  const url = new URL(chatPath(chat, messages[0]?.number), window.location.origin).href;
  return [...quotes, `Aus dem Chat: ${url}`].join("\n\n");
}

const messagesOf = (log: MessageLog, numbers: readonly number[]) => numbers.flatMap((number) => log.at(number) ?? []);
