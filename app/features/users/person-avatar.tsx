import { Avatar, type AvatarSize, type Presence } from "../../ui/avatar.tsx";
import { avatarAddress } from "../shell/avatar-address.ts";

interface PersonAvatarProps {
  person: { id: string; name: string; image?: string | null };
  size?: AvatarSize;
  presence?: Presence;
}

export function PersonAvatar({ person: { id, name, image }, size, presence }: PersonAvatarProps) {
  return <Avatar personId={id} name={name} src={avatarAddress(image)} size={size} presence={presence} />;
}
