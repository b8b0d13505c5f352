import type { RecordRow } from "../../../contract/records/rows.ts";
import { portalToday } from "../../lib/time/portal-clock.ts";
import { ChildSection } from "../../records/related/child-section.tsx";
import { ContactRow } from "./contact-row.tsx";

/** The people one speaks to at a customer; who has left comes last. */
export function ContactsTab({ customer }: { customer: RecordRow }) {
  const today = portalToday();
  return (
    <ChildSection
      customer={customer}
      type="contact"
      orderBy={[{ field: "isPrimary", descending: true }, { field: "lastName" }]}
    >
      {(contacts) => (
        <ul>
          {[...contacts]
            .sort((one, other) => Number(hasLeft(one, today)) - Number(hasLeft(other, today)))
            .map((contact) => (
              <ContactRow key={contact.id} contact={contact} today={today} hasLeft={hasLeft(contact, today)} />
            ))}
        </ul>
      )}
    </ChildSection>
  );
}

function hasLeft({ values: { leftAt } }: RecordRow, today: string): boolean {
  return typeof leftAt === "string" && leftAt <= today;
}
