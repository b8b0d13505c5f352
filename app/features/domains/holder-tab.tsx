import { domains } from "../../../contract/domains/domains.ts";
import { type RecordRow, valuesOf } from "../../../contract/records/rows.ts";
import { FieldRows } from "../../records/values/field-rows.tsx";
import { formatDay } from "../../records/values/format-value.ts";
import { Section } from "../../ui/section.tsx";

const holderFields = ["holderType", "holderName", "holderEmail", "holderPhone", "lastHolderReminderAt"];
const checkFields = ["nis2Status", "nis2RequestedAt", "nis2DeadlineAt", "nis2VerifiedAt", "nis2Method", "nis2Note"];

/** Who holds a domain, and how far it is confirmed. */
export function HolderTab({ domain }: { domain: RecordRow }) {
  const { customerId, holderName } = valuesOf(domains, domain);
  const seesHolder = "holderName" in domain.values;
  return (
    <>
      <CheckWarning domain={domain} />
      <Section title="Inhaber">
        <FieldRows record={domain} names={["ownership", ...holderFields]} />
        {!seesHolder && <p className="pt-3 text-ui text-text-2">Angaben zum Inhaber sehen nur Betreuer und Admins.</p>}
        {holderName && customerId && !isSameName(holderName, customerId.label) && (
          <p className="pt-3 text-ui text-text-2">
            Wem gehört die Domain wirklich? Als Inhaber steht „{holderName}“, der Kunde heißt „{customerId.label}“.
          </p>
        )}
      </Section>
      <Section title="Inhaberprüfung (NIS2)">
        <FieldRows record={domain} names={checkFields} />
      </Section>
    </>
  );
}

/** What happens when the registry's question stays unanswered. */
function CheckWarning({ domain }: { domain: RecordRow }) {
  const { nis2Status, nis2DeadlineAt, tld } = valuesOf(domains, domain);
  if (nis2Status !== "requested" && nis2Status !== "overdue" && nis2Status !== "quarantine") return null;
  const registry = tld === "de" ? "DENIC-Inhaberprüfung" : "Inhaberprüfung";
  const deadline = nis2DeadlineAt ? `: Frist ${formatDay(nis2DeadlineAt)}` : "";
  return (
    <p role="status" className="mb-6 rounded-10 bg-warn-soft px-4 py-3 text-ui">
      <strong className="font-semibold">
        {registry} offen{deadline}.
      </strong>{" "}
      Ohne Bestätigung wird die Domain abgeschaltet und ohne Karenzzeit gelöscht.
    </p>
  );
}

const isSameName = (one: string, other: string) => normal(one) === normal(other);
const normal = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
