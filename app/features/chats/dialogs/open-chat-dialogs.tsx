import type { RecordKey } from "../../../../contract/records/record-types.ts";
import { lazyDialog } from "../../../lib/dialogs/lazy-dialog.ts";
import type { SectionChoice } from "./section-dialog.tsx";

/** Gives a chat another title. */
export function openRenameChat(chat: { id: string; title: string }): Promise<true | undefined> {
  return lazyDialog(
    () => import("./rename-chat.tsx"),
    ({ RenameChat }, controls) => <RenameChat chat={chat} {...controls} />,
  );
}

/** Opens a chat, about a record or for itself; resolves with it. */
export function openNewChat(target?: RecordKey & { title: string }): Promise<{ id: string } | undefined> {
  return lazyDialog(
    () => import("./new-chat.tsx"),
    ({ NewChat }, controls) => <NewChat target={target} {...controls} />,
  );
}

/** Asks for the heading of a section that is made of messages, and for its page. */
export function openSectionDialog(heading: string): Promise<SectionChoice | undefined> {
  return lazyDialog(
    () => import("./section-dialog.tsx"),
    ({ SectionDialog }, controls) => <SectionDialog heading={heading} {...controls} />,
  );
}
