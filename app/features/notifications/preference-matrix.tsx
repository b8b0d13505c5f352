import {
  type Channel,
  channelLabels,
  channels,
  type Topic,
  topicKeys,
  topics,
} from "../../../contract/notifications/notification-categories.ts";
import { type OwnPreferences, wants } from "../../../contract/notifications/notification-preferences.ts";
import { useMutate } from "../../lib/api/mutate.ts";
import { useTRPC } from "../../lib/api/trpc.tsx";
import { cx } from "../../ui/cx.ts";
import { Switch } from "../../ui/form/switch.tsx";
import { Section } from "../../ui/section.tsx";

const columns = "md:grid md:grid-cols-[minmax(0,1fr)_repeat(3,96px)_120px] md:items-center";

/** What comes by which way: a grid, and on phones a list under each topic. */
export function PreferenceMatrix({ preferences }: { preferences: OwnPreferences }) {
  return (
    <Section title="Was dich erreicht">
      <div aria-hidden="true" className={cx("hidden border-b py-2 text-label text-text-3", columns)}>
        <span />
        {channels.map((channel) => (
          <span key={channel} className="text-center [text-wrap:balance]">
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
          {channels.map((channel) =>
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
