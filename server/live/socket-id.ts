/** Whether a text from outside has the form of a Pusher socket id. */
export function isSocketId(text: unknown): text is string {
  return typeof text === "string" && /^\d{1,20}\.\d{1,20}$/.test(text);
}
