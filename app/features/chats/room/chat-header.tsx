import { Link } from "@remix-run/react";
import {
  ArrowLeft,
  BookOpen,
  Check,
  CircleHelp,
  Ellipsis,
  Link2,
  MessageSquarePlus,
  MessagesSquare,
  Pencil,
  RotateCcw,
  X,
} from "lucide-react";
import type { ChatDetails, ChatTarget } from "../../../../contract/chats/chats.ts";
import { chatPath } from "../../../../contract/chats/chats.ts";
import { declarationOf } from "../../../../contract/records/declarations.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { copyLink } from "../../../lib/copy-link.ts";
import { usePresence } from "../../../lib/live/live-store.ts";
import { avatarUrl } from "../../../lib/people/avatar-url.ts";
import { useSession } from "../../../lib/people/session.tsx";
import { recordPath } from "../../../records/record-path.ts";
import { AvatarStack } from "../../../ui/avatar/avatar-stack.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../../ui/overlays/menu.tsx";
import { Tooltip } from "../../../ui/overlays/tooltip.tsx";
import { openRenameChat } from "../dialogs/open-chat-dialogs.tsx";
import { PanelHeader } from "./chat-frame.tsx";

interface ChatHeaderProps {
  chat: ChatDetails;
  /** Whether what the chat is about stands beside it. */
  isBeside: boolean;
  /** Whether the list of chats stands beside it where there is room, so that no way back is needed there. */
  hasListBeside: boolean;
  onClose?: (() => void) | undefined;
  onBack?: (() => void) | undefined;
  onGiveFeedback: () => void;
  onAddToWiki: () => void;
}

export function ChatHeader({
  chat,
  isBeside,
  hasListBeside,
  onClose,
  onBack,
  onGiveFeedback,
  onAddToWiki,
}: ChatHeaderProps) {
  const { id, title, status, participants, can, isQuestion } = chat;
  const me = useSession().data?.user;
  const here = new Set(usePresence().map((member) => member.id));
  const isOpen = status === "open";
  const statusChange = useMutate(useTRPC().chat.setStatus.mutationOptions(), { refreshes: ["chat"] });
  const toggleStatus = () => statusChange.mutate({ id, status: isOpen ? "resolved" : "open" });
  const toggleLabel = isOpen ? "Als geklärt markieren" : "Wieder öffnen";
  const others = participants.filter((person) => person.id !== me?.id);
  return (
    <PanelHeader
      title={title}
      note={
        <>
          {isBeside ? "Chat zu dieser Seite" : <ChatTargetLink target={chat.target} />} ·{" "}
          {isQuestion ? "offene Frage" : isOpen ? "offen" : "geklärt"}
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
            id: person.id,
            name: person.name,
            presence: here.has(person.id) ? "here" : "none",
            src: avatarUrl(person.image) ?? null,
          }))}
        />
      )}
      {can.write && (
        <Tooltip label={toggleLabel}>
          <IconButton
            icon={isOpen ? Check : RotateCcw}
            label={toggleLabel}
            size="sm"
            loading={statusChange.isPending}
            onClick={toggleStatus}
          />
        </Tooltip>
      )}
      <ChatMenu
        chat={chat}
        onGiveFeedback={onGiveFeedback}
        onAddToWiki={onAddToWiki}
        onAllOfPage={isBeside ? onBack : undefined}
      />
      {onClose && <IconButton icon={X} label="Chat schließen" size="sm" onClick={onClose} />}
    </PanelHeader>
  );
}

interface ChatMenuProps extends Pick<ChatHeaderProps, "chat" | "onGiveFeedback" | "onAddToWiki"> {
  /** Beside a page there may be more chats about it. */
  onAllOfPage: (() => void) | undefined;
}

function ChatMenu({ chat, onAllOfPage, onGiveFeedback, onAddToWiki }: ChatMenuProps) {
  const { id, status, can, isQuestion } = chat;
  const role = useSession().data?.user.role;
  const asking = useMutate(useTRPC().chat.setQuestion.mutationOptions(), { refreshes: ["chat", "claim"] });
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton icon={Ellipsis} label="Mehr zum Chat" size="sm" />
      </MenuTrigger>
      <MenuContent align="end">
        {onAllOfPage && (
          <MenuItem icon={MessagesSquare} onSelect={onAllOfPage}>
            Alle Chats zu dieser Seite
          </MenuItem>
        )}
        {can.rename && (
          <MenuItem icon={Pencil} onSelect={() => void openRenameChat(chat)}>
            Umbenennen
          </MenuItem>
        )}
        {can.write && status === "open" && (
          <MenuItem icon={CircleHelp} onSelect={() => asking.mutate({ id, isQuestion: !isQuestion })}>
            {isQuestion ? "Keine offene Frage mehr" : "Als offene Frage markieren"}
          </MenuItem>
        )}
        <MenuItem icon={Link2} onSelect={() => void copyLink(chatPath(chat))}>
          Link kopieren
        </MenuItem>
        {role && hasAbility(role, "editRecords") && (
          <>
            <MenuSeparator />
            <MenuItem icon={MessageSquarePlus} onSelect={onGiveFeedback}>
              Als Feedback anlegen
            </MenuItem>
            <MenuItem icon={BookOpen} onSelect={onAddToWiki}>
              Als Wiki-Abschnitt übernehmen …
            </MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  );
}

/** What a chat is about, as a link where that has a page. */
function ChatTargetLink({ target }: { target: ChatTarget | null }) {
  if (!target) return <>Chat im Team</>;
  const path = recordPath(target.type, target.id);
  const label = target.type === "page" ? target.title : `${declarationOf(target.type).labels.one} ${target.title}`;
  if (!path) return <>{label}</>;
  return (
    <Link to={path} title={label} className="hover:text-text-1 hover:underline">
      {label}
    </Link>
  );
}
