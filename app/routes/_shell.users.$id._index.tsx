import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { hasAbility } from "../../contract/roles.ts";
import { HeldDevices } from "../features/devices/held-devices.tsx";
import { StillTheirs } from "../features/offboarding/still-theirs.tsx";
import { OwnData } from "../features/settings/privacy/own-data.tsx";
import { ProfileForm } from "../features/users/profile-form.tsx";
import { PublicFacts } from "../features/users/public-facts.tsx";
import { Responsibilities } from "../features/users/responsibilities.tsx";
import { useProfile } from "../features/users/use-profile.ts";
import { prefill, queryKeys } from "../lib/prefill.ts";
import { Section } from "../ui/section.tsx";

export async function loader({ context: { api, session }, params: { id: userId = "" } }: LoaderFunctionArgs) {
  const seesDevices =
    session !== null && (session.user.id === userId || hasAbility(session.user.role, "seeDevicesOfPeople"));
  const held: Parameters<typeof prefill>[0] = seesDevices
    ? [[queryKeys.device.heldBy.queryKey({ userId }), api.device.heldBy({ userId })]]
    : [];
  return { seesDevices, state: await prefill(held) };
}

export default function UserProfilePage() {
  const { seesDevices, state } = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  const { profile, isOwn, isOnline } = useProfile(id);
  if (!profile) return null;
  return (
    <HydrationBoundary state={state}>
      {profile.access === "full" && profile.can.reactivate && <StillTheirs userId={id} name={profile.name} />}
      {profile.access === "public" ? (
        <PublicFacts profile={profile} isOnline={isOnline} />
      ) : (
        <Section title="Profil">
          <ProfileForm key={id} profile={profile} />
        </Section>
      )}
      {seesDevices && <HeldDevices userId={id} />}
      {profile.access === "public" && (
        <Responsibilities userId={id} nothing={`${profile.name} ist für nichts verantwortlich.`} />
      )}
      {isOwn && <OwnData userId={id} />}
    </HydrationBoundary>
  );
}
