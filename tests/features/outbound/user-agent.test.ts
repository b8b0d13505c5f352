import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSiteReader } from "../../../server/lookups/legal/site-reader.ts";
import { send } from "../../../server/outbound/guarded-fetch.ts";
import { openStream } from "../../../server/outbound/open-stream.ts";
import { setPublicUrl } from "../../../server/outbound/user-agent.ts";
import { probe } from "../../support/checks/probing.ts";
import { openReceiver, type Receiver } from "../../support/servers/receiver.ts";

const allowed = { allowedNetworks: ["127.0.0.0/8"] };
let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
  receiver.answer(() => ({ status: 200, headers: { "Content-Type": "text/html" }, body: "<p>Guten Tag</p>" }));
});
afterEach(async () => {
  setPublicUrl(undefined);
  await receiver.close();
});

/** How each way of the portal to the outside is used, beside its browser. */
const ways: Record<string, (url: string) => Promise<unknown>> = {
  "a request": (url) => send({ url, ...allowed }),
  "what is too large to be held": (url) =>
    openStream({ url, ...allowed, maxBytes: 1000, signal: AbortSignal.timeout(60_000) }).next(),
  "a check": (url) => probe("http", { url }),
  "a reader of legal pages": (url) => openSiteReader(allowed).get(url),
};

describe.each(Object.entries(ways))("%s", (_, ask) => {
  it("says whose it is, and where that is explained as soon as the portal has an address", async () => {
    await ask(receiver.url);
    setPublicUrl("https://portal.example");
    await ask(receiver.url);
    const agents = receiver.received.map(({ headers }) => headers["user-agent"]);
    expect(agents).toEqual([
      expect.stringMatching(/MEDIUM-TechCenter\/1\.0$/),
      expect.stringMatching(/MEDIUM-TechCenter\/1\.0 \(\+https:\/\/portal\.example\/bot\)$/),
    ]);
  });
});
