import { roleLabels } from "../../../contract/roles.ts";
import type { PublicProfile } from "../../../contract/users/users.ts";
import { KeyValues } from "../../ui/key-values.tsx";
import { Section } from "../../ui/section.tsx";

/** What colleagues see of each other. */
export function PublicFacts({ profile, isOnline }: { profile: PublicProfile; isOnline: boolean | undefined }) {
  const items = [
    { key: "Name", value: profile.name },
    { key: "Position", value: profile.position ?? "–" },
    { key: "Rolle", value: roleLabels[profile.role] },
    ...(isOnline === undefined ? [] : [{ key: "Zurzeit", value: isOnline ? "Online" : "Offline" }]),
  ];
  return (
    <Section title="Profil" className="max-w-[632px]">
      <KeyValues items={items} columns={1} className="[&>div]:py-1.5" />
    </Section>
  );
}
