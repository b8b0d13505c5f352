/** More than a page has channels and rooms; whoever asks for more asks again. */
export const maxAskedChannels = 50;

/** A channel that a socket asks for, in the fields of the form that asks for a single one. */
export interface ChannelQuestion {
  channel_name: string;
  editing?: "1";
  at?: string;
  away?: "1";
}

/** Who a socket belongs to, and of each channel that it asked for, in the same order, whether it may join. */
export interface SocketAnswers {
  user: { auth: string; user_data: string };
  channels: readonly ChannelAnswer[];
}

/** What a request for this channel alone would be answered. */
export type ChannelAnswer =
  | { status: 200; auth: string; channel_data?: string }
  | { status: 400 | 403; message: string };
