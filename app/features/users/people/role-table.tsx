import { Check } from "lucide-react";
import { type Ability, hasAbility, roleLabels, roles } from "../../../../contract/roles.ts";
import { roleNotes } from "../../../../contract/users/role-notes.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Section } from "../../../ui/section.tsx";

/** What the abilities mean to people; a right without an ability is everybody's. */
const rights: readonly { label: string; ability?: Ability }[] = [
  { label: "Alles ansehen, Feedback abstimmen und kommentieren" },
  { label: "Einträge und Wiki-Seiten anlegen, bearbeiten, archivieren", ability: "editRecords" },
  { label: "In Chats schreiben", ability: "writeChats" },
  { label: "Importieren und exportieren", ability: "exportRecords" },
  { label: "Preise, Kosten und Inhaber sehen", ability: "seePrices" },
  { label: "Wiki-Seiten „Nur Betreuer“", ability: "seeMaintainerPages" },
  { label: "Feedback führen, Chats moderieren", ability: "manageFeedback" },
  { label: "Ansichten für alle, Listen und Tags", ability: "manageLists" },
  { label: "Geräte und Aufgaben anderer sehen", ability: "seeDevicesOfPeople" },
  { label: "Benutzer, Einstellungen, API und Webhooks", ability: "manageSettings" },
  { label: "Endgültig löschen", ability: "deleteRecords" },
];

/** What each role may do, read from what the server decides by. */
export function RoleTable() {
  return (
    <Section title="Was die Rollen dürfen" className="mt-11">
      <dl className="mt-3 grid max-w-[860px] gap-x-10 gap-y-2 text-ui sm:grid-cols-2">
        {roles.map((role) => (
          <div key={role}>
            <dt className="inline font-semibold">{roleLabels[role]}: </dt>
            <dd className="inline text-text-2">{roleNotes[role]}</dd>
          </div>
        ))}
      </dl>
      <div className="relative mt-4 max-w-[860px]">
        <table className="w-full text-ui [&_td]:px-0 [&_th]:px-0">
          <caption className="sr-only">Rechte der Rollen</caption>
          <thead>
            <tr className="h-[34px] border-b border-line-strong text-left text-label text-text-3 [&>th]:font-medium">
              <th scope="col">Recht</th>
              {roles.map((role) => (
                <th key={role} scope="col" className="w-[84px] text-center max-md:hidden">
                  {roleLabels[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rights.map(({ label, ability }) => (
              <tr key={label} className="border-b">
                <th scope="row" className="py-2 pr-3 text-left font-normal">
                  {label}
                  <span className="block text-meta text-text-3 md:hidden">{holdersOf(ability)}</span>
                </th>
                {roles.map((role) => {
                  const may = !ability || hasAbility(role, ability);
                  return (
                    <td key={role} className="text-center text-text-3 max-md:hidden">
                      {may ? <Icon of={Check} className="mx-auto text-text-1" /> : <span aria-hidden="true">–</span>}
                      <span className="sr-only">{may ? "ja" : "nein"}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** On phones there is no room for a column each. */
function holdersOf(ability: Ability | undefined): string {
  if (!ability) return "Alle";
  return roles
    .filter((role) => hasAbility(role, ability))
    .map((role) => roleLabels[role])
    .join(", ");
}
