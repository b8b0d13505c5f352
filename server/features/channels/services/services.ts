import type { ChannelServiceName } from "../../../../contract/channels/channels.ts";
import { gotify } from "./gotify.ts";
import { matrix } from "./matrix.ts";
import { mattermost, mattermostWebhook } from "./mattermost.ts";
import { ntfy } from "./ntfy.ts";
import type { ChannelService } from "./service.ts";
import { slack, slackWebhook } from "./slack.ts";
import { teams } from "./teams.ts";
import { telegram } from "./telegram.ts";

/** Every service that a channel can lead to. */
export const services: Record<ChannelServiceName, ChannelService> = {
  slack,
  slackWebhook,
  teams,
  mattermost,
  mattermostWebhook,
  matrix,
  telegram,
  ntfy,
  gotify,
};
