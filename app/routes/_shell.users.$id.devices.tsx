import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { HydrationBoundary } from "@tanstack/react-query";
import { HeldDevices } from "../features/devices/held-devices.tsx";
import { useProfile } from "../features/users/account/use-profile.ts";
import { prefill, queryKeys } from "../lib/api/prefill.ts";
import { pageTitle } from "../lib/page-title.ts";

export const meta = () => pageTitle("Geräte");

/** What somebody else has is for those who look after it; the server refuses everybody else. */
export async function loader({ context: { api }, params: { id: userId = "" } }: LoaderFunctionArgs) {
  return { state: await prefill([[queryKeys.device.heldBy.queryKey({ userId }), api.device.heldBy({ userId })]]) };
}

export default function UserDevicesPage() {
  const { state } = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  const { profile, isOwn } = useProfile(id);
  return (
    <HydrationBoundary state={state}>
      {profile && (
        <HeldDevices
          userId={id}
          title={isOwn ? "Meine Geräte" : "Geräte"}
          nothing={isOwn ? "Du hast zurzeit kein Gerät." : `${profile.name} hat zurzeit kein Gerät.`}
        />
      )}
    </HydrationBoundary>
  );
}
