const workerPath = "/sw.js";

/** Whether this browser can take push messages at all; on an iPhone only once the portal is on the home screen. */
export const canPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Where this browser is reached now; undefined where it takes no messages. */
export async function currentSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(workerPath);
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** Why a browser was not subscribed, in a sentence. */
export class PushRefusal extends Error {
  override name = "PushRefusal";
}

/** Asks for permission and subscribes; only to be called from a click, since browsers ask once. */
export async function subscribeBrowser(publicKey: string) {
  if ((await Notification.requestPermission()) !== "granted")
    throw new PushRefusal(
      "Der Browser lässt keine Mitteilungen zu. Erlaube sie in seinen Einstellungen für diese Seite.",
    );
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made for other keys of this portal takes nothing from it any more.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((cause: unknown) => {
      // Browsers give the same reason for both, so that nobody finds out what is a private window.
      throw new PushRefusal(
        "Der Push-Dienst des Browsers ist nicht erreichbar. In privaten Fenstern gibt es keinen; sonst versuche es später noch einmal.",
        { cause },
      );
    });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
}

/** The name by which the portal tells browsers apart without giving their addresses away. */
export async function hashOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
