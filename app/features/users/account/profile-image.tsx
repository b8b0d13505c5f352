import type { UserProfile } from "../../../../contract/users/users.ts";
import { useMutate } from "../../../lib/api/mutate.ts";
import { useTRPC } from "../../../lib/api/trpc.tsx";
import { PersonAvatar } from "../../../lib/people/person-avatar.tsx";
import { ImageUpload } from "../../files/image-upload.tsx";

interface ProfileImageProps {
  profile: UserProfile;
  /** A new picture is stored at once and makes a new version of the profile. */
  onSaved: (version: number) => void;
}

export function ProfileImage({ profile, onSaved }: ProfileImageProps) {
  const trpc = useTRPC();
  const save = useMutate(trpc.user.update.mutationOptions(), {
    refreshes: ["user"],
    onSuccess: ({ version }) => onSaved(version),
  });
  const store = (imageKey: string | null) => save.mutate({ params: { id: profile.id }, body: { imageKey } });
  return (
    <ImageUpload
      imageKey={profile.image}
      fallback={<PersonAvatar person={{ ...profile, image: null }} size={60} />}
      label="Profilbild"
      onUploaded={({ key }) => store(key)}
      onRemoved={() => store(null)}
    />
  );
}
