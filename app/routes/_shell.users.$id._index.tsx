import { useParams } from "@remix-run/react";
import { ProfileForm } from "../features/users/profile-form.tsx";
import { PublicFacts } from "../features/users/public-facts.tsx";
import { useProfile } from "../features/users/use-profile.ts";
import { Section } from "../ui/section.tsx";

export default function UserProfilePage() {
  const { id = "" } = useParams();
  const { profile, isOnline } = useProfile(id);
  if (!profile) return null;
  if (profile.access === "public") return <PublicFacts profile={profile} isOnline={isOnline} />;
  return (
    <Section title="Profil">
      <ProfileForm key={id} profile={profile} />
    </Section>
  );
}
