import { useQuery } from "@tanstack/react-query";
import { domains } from "../../../contract/domains/domains.ts";
import {
  diesWithDomain,
  type HolderCheckTimes,
  type HolderCountdown,
  holderCountdown,
} from "../../../contract/domains/holder-check.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { domainSettings } from "../../../contract/settings/domains.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { FieldRows } from "../../records/values/field-rows.tsx";
import { formatDay } from "../../records/values/format-value.ts";
import { Section } from "../../ui/section.tsx";
import { Checklist } from "../holder-confirmations/checklist.tsx";
import { Confirmations } from "../holder-confirmations/confirmations.tsx";

const holderFields = ["holderType", "holderName", "holderEmail", "holderPhone", "lastHolderReminderAt"];
const checkFields = ["nis2Status", "nis2RequestedAt", "nis2DeadlineAt", "nis2VerifiedAt", "nis2Method", "nis2Note"];

/** Who holds a domain, and how far it is confirmed. */
export function HolderTab({ domain }: { domain: RecordRow }) {
  const { holderEmail } = valuesOf(domains, domain);
  const found = useQuery(useTRPC().registration.get.queryOptions({ id: domain.id }));
  const { confirmDays, quarantineDays } = found.data?.holderCheck ?? domainSettings.parse({});
  const seesHolder = "holderName" in domain.values;
  return (
    <>
      <CheckWarning domain={domain} times={{ confirmDays, quarantineDays }} />
      <Section title="Inhaber">
        <FieldRows record={domain} names={["ownership", ...holderFields]} />
        {!seesHolder && <p className="pt-3 text-ui text-text-2">Angaben zum Inhaber sehen nur Betreuer und Admins.</p>}
        {holderEmail && diesWithDomain(holderEmail, domain.title) && (
          <p role="note" className="mt-3 rounded-10 bg-warn-soft px-4 py-3 text-ui">
            <strong className="font-semibold">Die E-Mail des Inhabers liegt auf derselben Domain.</strong> Fällt die
            Domain aus, kommt keine Nachricht der Registry mehr an. Trage bei der Registry eine andere Adresse ein.
          </p>
        )}
      </Section>
      {seesHolder && <Checklist domain={domain} />}
      <Section title="Inhaberprüfung (NIS2)">
        <FieldRows record={domain} names={checkFields} />
      </Section>
      {seesHolder && <Confirmations domain={domain} />}
    </>
  );
}

/** What happens when the registry's question stays unanswered, and how much time there is. */
function CheckWarning({ domain, times }: { domain: RecordRow; times: HolderCheckTimes }) {
  const { nis2Status, nis2DeadlineAt, tld } = valuesOf(domains, domain);
  if (nis2Status !== "requested" && nis2Status !== "overdue" && nis2Status !== "quarantine") return null;
  const registry = tld === "de" ? "DENIC-Inhaberprüfung" : "Inhaberprüfung";
  const count = nis2DeadlineAt ? holderCountdown(nis2DeadlineAt, portalToday(), times) : undefined;
  const isLate = count !== undefined && count.phase !== "confirm";
  return (
    <div role="status" className={`mb-6 rounded-10 px-4 py-3 text-ui ${isLate ? "bg-bad-soft" : "bg-warn-soft"}`}>
      <p>
        <strong className="font-semibold">
          {registry} offen{count ? `: ${phaseText(count)}` : ""}.
        </strong>{" "}
        Ohne Bestätigung wird die Domain abgeschaltet und ohne Karenzzeit gelöscht.
      </p>
      {count && (
        <ol aria-label="Ablauf der Inhaberprüfung" className="mt-2 grid gap-1 text-note text-text-2">
          <li>Bis {formatDay(count.confirmBy)}: Daten bei der Registry bestätigen</li>
          <li>
            Danach {times.quarantineDays} Tage Quarantäne: Website und E-Mail sind aus, bestätigen ist noch möglich
          </li>
          <li>Am {formatDay(count.deletedOn)}: Löschung ohne Karenzzeit (RGP)</li>
        </ol>
      )}
    </div>
  );
}

function phaseText({ phase, confirmBy, deletedOn, daysLeft }: HolderCountdown): string {
  const days = daysLeft === 1 ? "noch 1 Tag" : `noch ${daysLeft} Tage`;
  if (phase === "confirm") return `Frist ${formatDay(confirmBy)}, ${daysLeft === 0 ? "heute" : days}`;
  if (phase === "quarantine") return `Frist überschritten, Löschung am ${formatDay(deletedOn)}, ${days}`;
  return `Löschung war für den ${formatDay(deletedOn)} angekündigt`;
}
