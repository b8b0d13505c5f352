import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { avatarUrl } from "../../lib/people/avatar-url.ts";
import { useSession } from "../../lib/people/session.tsx";
import { Avatar, type AvatarSize } from "../../ui/avatar/avatar.tsx";

/** The signed-in person; the picture is asked for only once the shell is on screen. */
export function OwnAvatar({ size = 60 }: { size?: AvatarSize }) {
  const { data: session } = useSession();
  const trpc = useTRPC();
  const id = session?.user.id ?? "";
  const { data: user } = useQuery(
    trpc.user.getUser.queryOptions({ id, includeFields: { image: true } }, { enabled: id !== "" }),
  );
  if (!session) return null;
  return <Avatar personId={id} name={session.user.name} src={avatarUrl(user?.image)} size={size} />;
}
