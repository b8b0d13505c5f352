import type { OwnPreferences } from "../../../contract/notifications/notification-preferences.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";

/** What an absence does, and how it stands. */
export function AbsenceWords({ preferences: { awayUntil, deputy } }: { preferences: OwnPreferences }) {
  if (!awayUntil) {
    return (
      <p className="mt-3 max-w-[60ch] text-ui text-text-2">
        Solange du weg bist, kommen weder E-Mails noch Live-Hinweise. In der Glocke findest du danach alles wieder. Wer
        dich vertritt, bekommt bis dahin auch, was du sonst erledigen würdest: Erwähnungen, Fristen und Übergaben,
        soweit sie die Person selbst sehen darf. Deine Chats bleiben bei dir.
      </p>
    );
  }
  return (
    <p className="mt-3 max-w-[60ch] text-ui text-text-2">
      Du bist bis einschließlich <b className="font-medium text-text-1">{formatCalendarDate(awayUntil)}</b> abwesend:
      Bis dahin kommen weder E-Mails noch Live-Hinweise. {deputy ? deputyWords(deputy) : "Es vertritt dich niemand."}
    </p>
  );
}

function deputyWords({ name, hasLeft, awayUntil }: NonNullable<OwnPreferences["deputy"]>) {
  if (hasLeft) return `${name} ist nicht mehr im Team: Es vertritt dich gerade niemand.`;
  if (awayUntil)
    return `${name} vertritt dich, ist aber selbst bis ${formatCalendarDate(awayUntil)} abwesend. So lange geht alles an die Vertretung von ${name}, falls es eine gibt.`;
  return `${name} vertritt dich.`;
}
