/**
 * Shows push messages while the portal is closed, and opens it where they lead. It answers no requests and keeps nothing.
 */
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => event.waitUntil(show(readMessage(event.data))));

/** What cannot be read is said as well: a push that shows nothing costs the permission. */
function readMessage(data) {
  try {
    const { title, text, url, tag } = data.json();
    return { title: String(title), text: String(text ?? ""), url: String(url ?? "/"), tag: String(tag ?? "") };
  } catch {
    return { title: "Neue Benachrichtigung", text: "", url: "/", tag: "" };
  }
}

function show({ title, text, url, tag }) {
  const options = { body: text, icon: "/favicon.svg", lang: "de", data: { url } };
  return self.registration.showNotification(title, tag ? { ...options, tag, renotify: true } : options);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

/** Brings up a window of the portal, there; only within the portal. */
async function open(url) {
  const target = new URL(url, self.location.origin);
  const path = target.origin === self.location.origin ? target.href : self.location.origin;
  const windows = await self.clients.matchAll({ type: "window" });
  const [shown] = windows.filter((client) => client.url === path);
  if (shown) return shown.focus();
  return self.clients.openWindow(path);
}
