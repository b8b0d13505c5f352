import { useParams } from "@remix-run/react";
import { StillTheirs } from "../features/offboarding/still-theirs.tsx";
import { OwnData } from "../features/privacy/own-data.tsx";
import { ProfileForm } from "../features/users/account/profile-form.tsx";
import { useProfile } from "../features/users/account/use-profile.ts";
import { PublicFacts } from "../features/users/public-facts.tsx";
import { Responsibilities } from "../features/users/responsibilities.tsx";
import { Section } from "../ui/section.tsx";

export default function UserProfilePage() {
  const { id = "" } = useParams();
  const { profile, isOwn, isOnline } = useProfile(id);
  if (!profile) return null;
  return (
    <>
      {profile.access === "full" && profile.can.reactivate && <StillTheirs userId={id} name={profile.name} />}
      {profile.access === "public" ? (
        <PublicFacts profile={profile} isOnline={isOnline} />
      ) : (
        <Section title="Profil">
          <ProfileForm key={id} profile={profile} />
        </Section>
      )}
      {profile.access === "public" && (
        <Responsibilities userId={id} nothing={`${profile.name} ist für nichts verantwortlich.`} />
      )}
      {isOwn && <OwnData userId={id} />}
    </>
  );
}
