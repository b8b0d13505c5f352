import { CheckSquare, Ellipsis, Link2, Pencil, Reply, SmilePlus, Trash2 } from "lucide-react";
import { type ChatMessage, type ReactionSign, reactionSigns } from "../../../contract/chats/chats.ts";
import { useSession } from "../../lib/people/session.tsx";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/overlays/menu.tsx";
import { SignIcon, signWord } from "./message-reactions.tsx";

export interface MessageActions {
  canWrite: boolean;
  reply: (message: ChatMessage) => void;
  edit: (message: ChatMessage) => void;
  remove: (message: ChatMessage) => void;
  react: (message: ChatMessage, sign: ReactionSign, on: boolean) => void;
  select: (message: ChatMessage) => void;
  copyLink: (message: ChatMessage) => void;
}

interface MessageToolsProps {
  message: ChatMessage;
  actions: MessageActions;
  tabIndex: number;
}

/** What can be done with a message: at its corner while it is pointed at or has the focus, on phones in one menu. */
export function MessageTools({ message, actions, tabIndex }: MessageToolsProps) {
  const { canWrite, reply, edit, remove, react, select, copyLink } = actions;
  const me = useSession().data?.user.id;
  const isGiven = (sign: ReactionSign) =>
    message.reactions.some((reaction) => reaction.sign === sign && reaction.people.some(({ id }) => id === me));
  const signs = (
    <div className="flex flex-wrap">
      {reactionSigns.map((sign) => (
        <MenuItem
          key={sign}
          aria-label={signWord(sign)}
          onSelect={() => react(message, sign, !isGiven(sign))}
          className={cx("w-9 justify-center !px-0 max-md:w-11", isGiven(sign) && "bg-selected")}
        >
          <SignIcon sign={sign} />
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
              {signs}
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
              {signs}
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
