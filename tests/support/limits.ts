/** How long a test waits for something before it gives up. Nothing is measured by it, so a busy machine has time. */
export const patienceMs = 60_000;
