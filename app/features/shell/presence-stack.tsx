import { avatarUrl } from "../../lib/avatar-url.ts";
import { usePresence } from "../../lib/live/live-store.ts";
import { AvatarStack } from "../../ui/avatar-stack.tsx";

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
