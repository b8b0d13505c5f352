import type { RecordKey } from "../../../../contract/records/record-types.ts";
import { lazyDialog } from "../../../lib/dialogs/lazy-dialog.ts";
import type { SectionChoice } from "./chat-dialogs.tsx";

/** Gives a chat another title. */
export function openRenameChat(chat: { id: string; title: string }): Promise<true | undefined> {
  return lazyDialog(
    () => import("./chat-dialogs.tsx"),
    ({ RenameChat }, controls) => <RenameChat chat={chat} {...controls} />,
  );
}

/** Opens a chat, about a record or for itself; resolves with it. */
export function openNewChat(target?: RecordKey & { title: string }): Promise<{ id: string } | undefined> {
  return lazyDialog(
    () => import("./chat-dialogs.tsx"),
    ({ NewChat }, controls) => <NewChat target={target} {...controls} />,
  );
}

/** Asks for the heading of a section that is made of messages, and for its page. */
export function openSectionDialog(heading: string): Promise<SectionChoice | undefined> {
  return lazyDialog(
    () => import("./chat-dialogs.tsx"),
    ({ SectionDialog }, controls) => <SectionDialog heading={heading} {...controls} />,
  );
}
