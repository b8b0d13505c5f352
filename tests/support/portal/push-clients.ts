import { AsyncLocalStorage } from "node:async_hooks";
import Pusher from "pusher-js";
import { WebSocket } from "ws";

interface Browser {
  cookie?: string;
  origin: string;
}

const browsers = new AsyncLocalStorage<Browser>();

type OpenSocket = typeof Pusher.Runtime.createWebSocket;

// In Node pusher-js has no cookie jar and no page; each client gets those of the browser it was made in.
let openSocket: OpenSocket = (url: string) => {
  const { cookie, origin } = browsers.getStore() ?? { origin: "" };
  return new WebSocket(url, { origin, headers: cookie ? { cookie } : {} }) as never;
};
/** How sockets are opened in browsers whose page has put something of its own in the place of that. */
const ownOf = new WeakMap<Browser, OpenSocket>();

// Each browser has its own: a page that listens to its sockets must not hear those of others.
Object.defineProperty(Pusher.Runtime, "createWebSocket", {
  get() {
    const browser = browsers.getStore();
    return (browser && ownOf.get(browser)) ?? openSocket;
  },
  set(open: OpenSocket) {
    const browser = browsers.getStore();
    if (browser) ownOf.set(browser, open);
    else openSocket = open;
  },
});

/** Runs what opens connections as a page in a browser with this cookie would, and whatever follows from it. */
export function inBrowser<Result>(browser: Browser, work: () => Result): Result {
  return browsers.run(browser, work);
}

/** Posts a form as that browser would. */
export function postFrom({ cookie, origin }: Browser) {
  return (path: string, form: URLSearchParams): Promise<Response> =>
    fetch(new URL(path, origin), { method: "POST", body: form, headers: { origin, ...(cookie && { cookie }) } });
}

/** pusher-js with its own settings, as anyone could run it in a browser's console. */
export function stockClient(browser: Browser, appKey: string): Pusher {
  const { hostname, port } = new URL(browser.origin);
  const ask = async (path: string, form: Record<string, string>) => {
    const response = await postFrom(browser)(path, new URLSearchParams(form));
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  };
  return inBrowser(
    browser,
    () =>
      new Pusher(appKey, {
        cluster: "",
        wsHost: hostname,
        wsPort: Number(port),
        forceTLS: false,
        enabledTransports: ["ws"],
        enableStats: false,
        userAuthentication: {
          endpoint: "",
          transport: "ajax",
          customHandler: ({ socketId }, done) =>
            void ask("/api/pusher/user/auth", { socket_id: socketId }).then(
              (answer) => done(null, answer),
              (error) => done(error, null),
            ),
        },
        channelAuthorization: {
          endpoint: "",
          transport: "ajax",
          customHandler: ({ socketId, channelName }, done) =>
            void ask("/api/pusher/channel/auth", { socket_id: socketId, channel_name: channelName }).then(
              (answer) => done(null, answer),
              (error) => done(error, null),
            ),
        },
      }),
  );
}
