import { usePresence } from "../../lib/live/live-store.ts";
import { avatarUrl } from "../../lib/people/avatar-url.ts";
import { AvatarStack } from "../../ui/avatar/avatar-stack.tsx";

/** Everyone who is online, at the head of a page. */
export function PresenceStack() {
  const people = usePresence().map(({ id, name, image, away }) => ({
    id,
    name,
    src: avatarUrl(image),
    presence: away ? ("away" as const) : ("here" as const),
  }));
  return <AvatarStack people={people} />;
}
