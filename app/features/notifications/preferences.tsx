import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { MailWarning } from "lucide-react";
import {
  type Channel,
  channelLabels,
  channels,
  type Topic,
  topicKeys,
  topics,
} from "../../../contract/notifications/notification-categories.ts";
import { type OwnPreferences, wants } from "../../../contract/notifications/notification-preferences.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { problemOf, useTRPC } from "../../lib/api/trpc.tsx";
import { useSession } from "../../lib/people/session.tsx";
import { cx } from "../../ui/cx.ts";
import { Switch } from "../../ui/form/switch.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListError } from "../../ui/placeholders/list-states.tsx";
import { RowSkeletons } from "../../ui/placeholders/skeleton.tsx";
import { Section } from "../../ui/section.tsx";
import { PushDevices } from "../channels/push-devices.tsx";
import { Absence } from "./absence.tsx";
import { QuietHoursSection } from "./quiet-hours.tsx";

export function NotificationPreferencesForm() {
  const trpc = useTRPC();
  const own = useQuery(trpc.notification.getPreferences.queryOptions());
  if (own.isPending) return <RowSkeletons rows={6} />;
  if (!own.data) {
    return (
      <ListError
        message="Die Einstellungen konnten nicht geladen werden."
        errorId={problemOf(own.error)?.requestId}
        onRetry={() => own.refetch()}
        retrying={own.isFetching}
      />
    );
  }
  return (
    <>
      {!own.data.canMail && <NoMail />}
      <PreferenceMatrix preferences={own.data} />
      <PushDevices />
      <QuietHoursSection preferences={own.data} />
      <Absence preferences={own.data} />
    </>
  );
}

function NoMail() {
  const { data: session } = useSession();
  const mayChange = session && hasAbility(session.user.role, "manageSettings");
  return (
    <p className="mb-5 flex gap-2.5 rounded-10 bg-warn-soft px-3 py-2.5 text-ui">
      <Icon of={MailWarning} className="mt-0.5 text-warn-text" />
      <span className="min-w-0">
        Das Portal verschickt noch keine E-Mails. Was du hier wählst, gilt, sobald sie eingerichtet sind.{" "}
        {mayChange && (
          <Link to="/settings/mail" className="whitespace-nowrap underline underline-offset-[3px]">
            E-Mail einrichten
          </Link>
        )}
      </span>
    </p>
  );
}

/** What is not set up for a person offers nothing to choose. */
const columnsFor: Record<number, string> = {
  4: "md:grid md:grid-cols-[minmax(0,1fr)_repeat(3,96px)_120px] md:items-center",
  5: "md:grid md:grid-cols-[minmax(0,1fr)_repeat(3,84px)_112px_84px] md:items-center",
  6: "md:grid md:grid-cols-[minmax(0,1fr)_repeat(3,76px)_112px_84px_76px] md:items-center",
};

/** What comes by which way: a grid, and on phones a list under each topic. */
function PreferenceMatrix({ preferences }: { preferences: OwnPreferences }) {
  const { data: outside } = useQuery(useTRPC().pushSubscription.state.queryOptions());
  const isSetUp = (channel: Channel) =>
    (channel !== "messenger" || outside?.hasMessenger === true) &&
    (channel !== "push" || (outside !== undefined && outside.devices.length > 0));
  const shown = channels.filter(isSetUp);
  const columns = columnsFor[shown.length] ?? "";
  return (
    <Section title="Was dich erreicht">
      <div aria-hidden="true" className={cx("hidden border-b py-2 text-label text-text-3", columns)}>
        <span />
        {shown.map((channel) => (
          <span key={channel} className="px-1.5 text-center [text-wrap:balance]">
            {channelLabels[channel]}
          </span>
        ))}
      </div>
      {topicKeys.map((topic) => (
        <fieldset
          key={topic}
          aria-label={topics[topic].label}
          className={cx("grid min-w-0 grid-cols-2 gap-x-6 border-b py-2.5 md:gap-x-0", columns)}
        >
          <div className="min-w-0 pr-4 max-md:col-span-2">
            <p className="font-medium">{topics[topic].label}</p>
            <p className="text-meta text-text-2">{topics[topic].text}</p>
          </div>
          {shown.map((channel) =>
            topics[topic].channels.includes(channel) ? (
              <ChannelSwitch key={channel} topic={topic} channel={channel} isOn={wants(preferences, topic, channel)} />
            ) : (
              <span key={channel} aria-hidden="true" className="hidden text-center text-text-3 md:block">
                –
              </span>
            ),
          )}
        </fieldset>
      ))}
      <p className="mt-2.5 text-meta text-text-3">
        Kritisches steht immer in der Glocke und kommt auch als E-Mail, solange du das hier nicht änderst.
      </p>
    </Section>
  );
}

function ChannelSwitch({ topic, channel, isOn }: { topic: Topic; channel: Channel; isOn: boolean }) {
  const trpc = useTRPC();
  const save = useMutate(trpc.notification.setChannel.mutationOptions(), { refreshes: ["notification"] });
  const shown = save.isPending && save.variables ? save.variables.isOn : isOn;
  return (
    <Switch
      className="w-full flex-row-reverse justify-between md:min-h-8 md:justify-center"
      label={
        <span className="text-ui text-text-2 md:sr-only">
          <span className="sr-only">{topics[topic].label}: </span>
          {channelLabels[channel]}
        </span>
      }
      checked={shown}
      onChange={(change) => save.mutate({ topic, channel, isOn: change.target.checked })}
    />
  );
}
