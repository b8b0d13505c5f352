import type { RecordMember } from "../../../contract/records/record-channel.ts";
import { useBoardRoom } from "../../lib/live/record-presence.ts";
import { avatarUrl } from "../../lib/people/avatar-url.ts";
import type { StackPerson } from "../../ui/avatar/avatar-stack.tsx";

/** Who else looks at the board, and who at which of its entries, as it happens. */
export function useBoardPresence() {
  const members = useBoardRoom("feedback");
  return {
    onBoard: peopleOf(members.filter(({ at }) => at === undefined)),
    readersOf: (id: string) => peopleOf(members.filter(({ at }) => at === id)),
  };
}

function peopleOf(members: readonly RecordMember[]): StackPerson[] {
  return members.map(({ id, name, image }) => ({ id, name, src: avatarUrl(image), presence: "here" }));
}
