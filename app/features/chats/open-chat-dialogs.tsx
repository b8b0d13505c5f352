import { lazy, Suspense } from "react";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { openModal } from "../../lib/modals.ts";
import type { SectionChoice } from "./section-dialog.tsx";

// Dialogs come with the first time that one is asked for.
const RenameChat = lazy(async () => ({ default: (await import("./rename-chat.tsx")).RenameChat }));
const NewChat = lazy(async () => ({ default: (await import("./new-chat.tsx")).NewChat }));
const SectionDialog = lazy(async () => ({ default: (await import("./section-dialog.tsx")).SectionDialog }));

/** Gives a chat another title. */
export function openRenameChat(chat: { id: string; title: string }): Promise<true | undefined> {
  return openModal<true>((controls) => (
    <Suspense fallback={null}>
      <RenameChat chat={chat} {...controls} />
    </Suspense>
  ));
}

/** Opens a chat, about a record or for itself; resolves with it. */
export function openNewChat(target?: RecordKey & { title: string }): Promise<{ id: string } | undefined> {
  return openModal<{ id: string }>((controls) => (
    <Suspense fallback={null}>
      <NewChat target={target} {...controls} />
    </Suspense>
  ));
}

/** Asks for the heading of a section that is made of messages, and for its page. */
export function openSectionDialog(heading: string): Promise<SectionChoice | undefined> {
  return openModal<SectionChoice>((controls) => (
    <Suspense fallback={null}>
      <SectionDialog heading={heading} {...controls} />
    </Suspense>
  ));
}
