/** The channel that carries a person's own events; Pusher's clients subscribe to it after they have signed in. */
export function userChannel(userId: string): string {
  return `#server-to-user-${userId}`;
}
