import { Avatar, type AvatarSize, type Presence } from "../../ui/avatar/avatar.tsx";
import { avatarUrl } from "./avatar-url.ts";

interface PersonAvatarProps {
  person: { id: string; name: string; image?: string | null };
  size?: AvatarSize;
  presence?: Presence;
}

/** The picture of a person, or their initials where they have none. */
export function PersonAvatar({ person: { id, name, image }, size, presence }: PersonAvatarProps) {
  return <Avatar personId={id} name={name} src={avatarUrl(image)} size={size} presence={presence} />;
}
