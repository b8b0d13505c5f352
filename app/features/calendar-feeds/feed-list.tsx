import { useQuery } from "@tanstack/react-query";
import { QueryPanel } from "../../lib/api/query-panel.tsx";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { Section } from "../../ui/section.tsx";
import { CreateFeedDialog } from "./feed-dialogs.tsx";
import { FeedRow } from "./feed-row.tsx";

/** A person's own feeds, with the way to a new one and into the usual calendars. */
export function FeedList() {
  const feeds = useQuery(useTRPC().calendarFeed.list.queryOptions({}));
  return (
    <>
      <Section title="Kalender-Feeds" aside={<CreateFeedDialog />}>
        <p className="mt-3 max-w-[640px] text-text-2">
          Mit einem Feed stehen Fristen aus dem Portal in deinem Kalender. Er zeigt immer nur, was du gerade selbst
          sehen darfst.
        </p>
        <QueryPanel query={feeds} failure="Die Kalender-Feeds konnten nicht geladen werden." rows={3}>
          {(found) =>
            found.length === 0 ? (
              <p role="status" className="py-4 text-text-2">
                Du hast noch keinen Kalender-Feed.
              </p>
            ) : (
              <ul className="mt-3 border-t">
                {found.map((feed) => (
                  <FeedRow key={feed.id} feed={feed} />
                ))}
              </ul>
            )
          }
        </QueryPanel>
      </Section>
      <Section title="So kommt er in deinen Kalender" className="mt-11">
        <dl>
          {ways.map(({ calendar, steps }) => (
            <div
              key={calendar}
              className="grid grid-cols-[136px_minmax(0,1fr)] gap-x-5 border-b py-2.5 max-md:grid-cols-1"
            >
              <dt className="text-text-3">{calendar}</dt>
              <dd className="min-w-0 [text-wrap:pretty]">{steps}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}

const ways = [
  {
    calendar: "Google",
    steps: "„Weitere Kalender“ › „Per URL“, dort die Adresse einfügen. Das Portal muss im Internet erreichbar sein.",
  },
  { calendar: "Outlook", steps: "„Kalender hinzufügen“ › „Aus dem Internet abonnieren“, dort die Adresse einfügen." },
  { calendar: "Apple", steps: "„Im Kalender öffnen“ wählen, oder „Ablage“ › „Neues Kalenderabonnement“." },
];
