import { NotebookPen } from "lucide-react";
import { type Endangered, registrationStates } from "../../../contract/domains/registration-states.ts";
import type { RecordRow } from "../../../contract/records/rows.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useRole } from "../../lib/people/use-role.ts";
import { Button } from "../../ui/button.tsx";
import { useNewPage } from "../wiki/use-new-page.ts";
import { isEndangered, registrationOf } from "./registration-value.tsx";

const meanings: Record<Endangered, string> = {
  free: "Die Registry sagt, dass niemand diese Domain hat. Jeder kann sie registrieren.",
  notDelegated:
    "Die Nameserver der Endung kennen diese Domain nicht: Website und E-Mail sind aus oder fallen bald aus.",
  redemption: "Die Domain wurde gelöscht. Nur der letzte Inhaber kann sie jetzt noch wiederherstellen lassen.",
  transit: "Der Provider hat die Domain zurückgegeben. Ohne neuen Provider wird sie in einigen Wochen gelöscht.",
  quarantine: "Die Inhaberprüfung ist gescheitert. Am Ende der Quarantäne wird die Domain gelöscht, ohne Karenzzeit.",
  expired: "Das Ablaufdatum der Registry ist vorbei.",
};

const plans = {
  transit: { id: "template-domain-transit", title: "Domain im Transit" },
  redemption: { id: "template-domain-redemption", title: "Gelöschte Domain retten" },
};

/** What to look at first when a domain is about to be lost, and the plans for it. */
export function Rescue({ domain }: { domain: RecordRow }) {
  const state = registrationOf(domain);
  const mayEdit = hasAbility(useRole(), "editRecords");
  const { create, isPending } = useNewPage();
  if (domain.archivedAt || !isEndangered(state)) return null;
  const isGerman = domain.values.tld === "de";
  const offered = isGerman ? [plans.transit, plans.redemption] : [plans.redemption];
  return (
    <section aria-label="Registrierung gefährdet" className="mb-6 rounded-10 bg-bad-soft px-[18px] py-3.5 text-ui">
      <p className="font-semibold">
        {registrationStates[state]}: {meanings[state]}
      </p>
      <ul className="mt-2 list-disc pl-5 [&>li]:mt-0.5">
        <li>Ist beim Registrar eine Rechnung offen, oder ist dort gekündigt?</li>
        {isGerman && <li>Ist sie im Transit? Dann hat der Inhaber einen Brief der DENIC.</li>}
        <li>Wartet die Registry auf eine Bestätigung des Inhabers (NIS2)?</li>
        <li>Wurde sie aus Versehen gelöscht, oder sind nur die Nameserver falsch eingetragen?</li>
      </ul>
      {mayEdit && (
        <div className="mt-3 flex flex-wrap gap-2">
          {offered.map(({ id, title }) => (
            <Button
              key={id}
              variant="on-tint"
              icon={NotebookPen}
              loading={isPending}
              onClick={() => create({ templateId: id, title: `${title}: ${domain.title}`.slice(0, 200) })}
            >
              Plan „{title}“
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
