/** How long Soketi waits for what the other nodes know of a channel: one that hangs does not hold up who joins. */
export const answerLimitMs = 1000;

const keptMs = 60_000;
/** Soketi's number for „who is in this channel?“ (dist/adapters/horizontal-adapter.js, 1.6.1). */
const channelMembers = 3;

interface Request {
  requestId: string;
  appId: string;
  type: number;
  opts?: { channel?: string };
}

interface Answer {
  requestId: string;
  members?: [id: string, info: unknown][];
}

interface Asked {
  at: number;
  appId: string;
  channel: string;
}

/**
 * Completes lists of members that Soketi has made without a node that did not answer in time: it forgets the answer, and
 * whoever joined at that moment would not see those people until the list is read anew.
 */
export class LateAnswers {
  readonly #asked = new Map<string, Asked>();

  /** Hears what Soketi asks the others. */
  noteRequest(message: string): void {
    const { requestId, appId, type, opts } = JSON.parse(message) as Request;
    if (type !== channelMembers || opts?.channel === undefined) return;
    const at = performance.now();
    for (const [id, asked] of this.#asked) {
      if (at - asked.at < keptMs) break;
      this.#asked.delete(id);
    }
    this.#asked.set(requestId, { at, appId, channel: opts.channel });
  }

  /** What browsers of this node are to be told for an answer of another one, as that would tell it: of people who come. */
  toldBy(message: string): string[] {
    if (this.#asked.size === 0) return [];
    const { requestId, members = [] } = JSON.parse(message) as Answer;
    const asked = this.#asked.get(requestId);
    if (!asked || performance.now() - asked.at < answerLimitMs) return [];
    const { appId, channel } = asked;
    return members.map(([user_id, user_info]) => {
      const data = JSON.stringify({ user_id, user_info });
      const event = JSON.stringify({ event: "pusher_internal:member_added", channel, data });
      return JSON.stringify({ uuid: "late", appId, channel, data: event });
    });
  }
}
