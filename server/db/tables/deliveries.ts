import type { Generated } from "kysely";
import type { AnnouncementSeverity } from "../../../contract/channels/announcements.ts";
import type { ChannelServiceName, RuleTimes } from "../../../contract/channels/channels.ts";
import type { DeliveryState } from "../../../contract/deliveries/deliveries.ts";

export interface WebhookTables {
  webhooks: WebhookTable;
  webhookDeliveries: WebhookDeliveryTable;
}

export interface WebhookTable {
  id: string;
  url: string;
  description: Generated<string>;
  eventsJson: string;
  sealedSecret: string;
  /** The secret before the last change, by which receivers may still check until then. */
  formerSecret: string | null;
  formerUntil: string | null;
  enabled: Generated<0 | 1>;
  disabledReason: string | null;
  /** Who made it or last changed where it leads; it is told what they may read. */
  ownerId: string | null;
  createdAt: string;
  version: Generated<number>;
}

/** What every table of things to be sent has in common; server/jobs/deliveries.ts works it off. */
export interface DeliveryColumns {
  id: string;
  state: DeliveryState;
  attempts: Generated<number>;
  /** While it is being sent, when another may take it over. */
  nextAttemptAt: string | null;
  /** The process that sends it. */
  claimedBy: string | null;
  createdAt: string;
  deliveredAt: string | null;
  status: number | null;
  durationMs: number | null;
  error: string | null;
  answer: string | null;
}

export interface WebhookDeliveryTable extends DeliveryColumns {
  webhookId: string;
  event: string;
  payload: string;
}

export interface ChannelTables {
  channels: ChannelTable;
  channelRules: ChannelRuleTable;
  channelThreads: ChannelThreadTable;
  channelDeliveries: ChannelDeliveryTable;
  pushSubscriptions: PushSubscriptionTable;
  pushKeys: PushKeyTable;
}

export interface ChannelTable {
  id: string;
  service: ChannelServiceName;
  name: string;
  /** What its service needs to know, without what nobody may read again. */
  valuesJson: string;
  sealedSecrets: string;
  /** Where it leads, as people are shown it. */
  target: string;
  /** Whose own it is; null for rooms of the team. */
  userId: string | null;
  quietJson: string;
  enabled: Generated<0 | 1>;
  createdAt: string;
  version: Generated<number>;
}

export interface ChannelRuleTable {
  id: string;
  /** Empty for all. */
  categoriesJson: string;
  minSeverity: AnnouncementSeverity;
  /** Ids; empty for all. A rule whose customers are all gone hears of nothing. */
  customersJson: string;
  times: RuleTimes;
  fromTime: string;
  toTime: string;
  /** Where it leads: to one of the two. */
  channelId: string | null;
  userId: string | null;
  enabled: Generated<0 | 1>;
  createdAt: string;
  version: Generated<number>;
}

/** The message that a channel has about a topic, so that what follows can change it. */
export interface ChannelThreadTable {
  channelId: string;
  topicKey: string;
  /** By what the service knows the message; null until one has arrived, and where a service names none. */
  remoteJson: string | null;
  /** The customers that its rules named: the message names no others. Null where it names everybody. */
  customersJson: string | null;
  updatedAt: string;
}

export interface ChannelDeliveryTable extends DeliveryColumns {
  /** It goes to a channel or to the browser of somebody's device. */
  channelId: string | null;
  subscriptionId: string | null;
  /** Of what its person alone may read. */
  notificationId: string | null;
  topicKey: string | null;
  contentJson: string;
  /** It was sent off and nothing was heard: it may have arrived. */
  begunAt: string | null;
}

/** A browser that takes push messages for a person. */
/** By which push services know this portal; at most one row. */
export interface PushKeyTable {
  id: string;
  sealedPrivateKey: string;
  createdAt: string;
}

export interface PushSubscriptionTable {
  id: string;
  userId: string;
  /** An address is its own key: whoever knows it may send. */
  endpointHash: string;
  sealedSubscription: string;
  /** The push service's name. */
  host: string;
  label: string;
  createdAt: string;
  lastDeliveredAt: string | null;
}
