import {
  ArrowLeft,
  BookOpen,
  Check,
  Ellipsis,
  Link2,
  MessageSquarePlus,
  MessagesSquare,
  Pencil,
  RotateCcw,
  X,
} from "lucide-react";
import type { ChatDetails } from "../../../contract/chats/chats.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { usePresence } from "../../lib/live/live-store.ts";
import { avatarUrl } from "../../lib/people/avatar-url.ts";
import { useSession } from "../../lib/people/session.tsx";
import { AvatarStack } from "../../ui/avatar/avatar-stack.tsx";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { Tooltip } from "../../ui/overlays/tooltip.tsx";
import { chatAddress } from "./chat-address.ts";
import { ChatPlace } from "./chat-place.tsx";
import { copyAddress } from "./copy-address.ts";
import { openRenameChat } from "./open-chat-dialogs.tsx";
import { PanelHead } from "./panel-head.tsx";

interface ChatHeadProps {
  chat: ChatDetails;
  /** Whether what the chat is about stands beside it. */
  isBeside: boolean;
  /** Whether the list of chats stands beside it where there is room, so that no way back is needed there. */
  hasListBeside: boolean;
  onClose?: (() => void) | undefined;
  onBack?: (() => void) | undefined;
  onFeedback: () => void;
  onTake: () => void;
}

export function ChatHead({ chat, isBeside, hasListBeside, onClose, onBack, onFeedback, onTake }: ChatHeadProps) {
  const { id, title, status, participants, can } = chat;
  const me = useSession().data?.user;
  const here = new Set(usePresence().map((member) => member.id));
  const isOpen = status === "open";
  const settling = useMutate(useTRPC().chat.setStatus.mutationOptions(), { refreshes: ["chat"] });
  const settle = () => settling.mutate({ id, status: isOpen ? "resolved" : "open" });
  const settleLabel = isOpen ? "Als geklärt markieren" : "Wieder öffnen";
  const others = participants.filter((person) => person.id !== me?.id);
  return (
    <PanelHead
      title={title}
      note={
        <>
          {isBeside ? "Chat zu dieser Seite" : <ChatPlace target={chat.target} />} · {isOpen ? "offen" : "geklärt"}
        </>
      }
      back={
        onBack &&
        !isBeside && (
          <IconButton
            icon={ArrowLeft}
            label="Zurück zu den Chats"
            size="sm"
            onClick={onBack}
            className={cx("-ml-2", hasListBeside && "lg:!hidden")}
          />
        )
      }
    >
      {/* Beside a page the title needs the room. */}
      {!isBeside && (
        <AvatarStack
          aria-label="Beteiligte"
          size={20}
          max={2}
          className="max-md:hidden"
          people={others.map((person) => ({
            ...{ id: person.id, name: person.name, presence: here.has(person.id) ? "here" : "none" },
            src: avatarUrl(person.image) ?? null,
          }))}
        />
      )}
      {can.write && (
        <Tooltip label={settleLabel}>
          <IconButton
            icon={isOpen ? Check : RotateCcw}
            label={settleLabel}
            size="sm"
            loading={settling.isPending}
            onClick={settle}
          />
        </Tooltip>
      )}
      <Menu>
        <MenuTrigger asChild>
          <IconButton icon={Ellipsis} label="Mehr zum Chat" size="sm" />
        </MenuTrigger>
        <MenuContent align="end">
          {onBack && isBeside && (
            <MenuItem icon={MessagesSquare} onSelect={onBack}>
              Alle Chats zu dieser Seite
            </MenuItem>
          )}
          {can.rename && (
            <MenuItem icon={Pencil} onSelect={() => void openRenameChat(chat)}>
              Umbenennen
            </MenuItem>
          )}
          <MenuItem icon={Link2} onSelect={() => void copyAddress(chatAddress(chat))}>
            Link kopieren
          </MenuItem>
          {me && hasAbility(me.role, "editRecords") && (
            <>
              <MenuSeparator />
              <MenuItem icon={MessageSquarePlus} onSelect={onFeedback}>
                Als Feedback anlegen
              </MenuItem>
              <MenuItem icon={BookOpen} onSelect={onTake}>
                Als Wiki-Abschnitt übernehmen …
              </MenuItem>
            </>
          )}
        </MenuContent>
      </Menu>
      {onClose && <IconButton icon={X} label="Chat schließen" size="sm" onClick={onClose} />}
    </PanelHead>
  );
}
