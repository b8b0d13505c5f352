import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mayReach } from "../../../server/outbound/addresses.ts";
import { send } from "../../../server/outbound/guarded-fetch.ts";
import { OutboundProblem } from "../../../server/outbound/outbound-problem.ts";
import { stablePort } from "../../support/ports.ts";
import { openReceiver, type Receiver } from "../../support/servers/receiver.ts";

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

const loopback = ["127.0.0.0/8"];

describe("a request from the portal is refused", () => {
  it.each([
    "127.0.0.1",
    "127.8.8.8",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "0.0.0.0",
    "100.64.0.1",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "fc00::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "::7f00:1",
    "::10.0.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "2002:7f00:1::",
    "198.18.0.1",
    "192.0.2.1",
  ])("to %s, which is not of the public internet", (address) => {
    expect(mayReach(address, [])).toBe(false);
  });

  it.each(["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])("but not to %s", (address) => {
    expect(mayReach(address, [])).toBe(true);
  });

  it("in every spelling of an inner address, before anything is sent", async () => {
    const { port } = new URL(receiver.url);
    const hosts = ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "0177.0.0.1", "[::1]", "[::ffff:7f00:1]"];
    for (const host of hosts)
      await expect(send({ url: `http://${host}:${port}/`, allowedNetworks: [] })).rejects.toMatchObject({
        code: "blockedNetwork",
      });
    expect(receiver.received).toEqual([]);
  });

  it.each(["ftp://a.example/", "file:///etc/passwd", "http://user:pw@a.example/", "nirgends", "javascript:alert(1)"])(
    "to %s",
    async (url) => {
      await expect(send({ url, allowedNetworks: loopback })).rejects.toMatchObject({ code: "invalidAddress" });
    },
  );

  it("when a redirect leads inside", async () => {
    receiver.answer(() => ({ status: 302, headers: { Location: "http://169.254.169.254/latest/meta-data" } }));
    await expect(send({ url: receiver.url, allowedNetworks: loopback })).rejects.toMatchObject({
      code: "blockedNetwork",
      message: expect.stringContaining("169.254.169.254"),
    });
    expect(receiver.received).toHaveLength(1);
  });

  it("when a name leads outside first and inside afterwards; what was checked is what is connected to", async () => {
    const { port } = new URL(receiver.url);
    const asked: string[] = [];
    const resolveName = async (name: string) => {
      asked.push(name);
      return [{ address: asked.length === 1 ? "127.0.0.1" : "10.0.0.1", family: 4 }];
    };
    const request = { url: `http://rebind.example:${port}/`, allowedNetworks: loopback, resolveName };
    expect((await send(request)).status).toBe(204);
    expect(asked).toEqual(["rebind.example"]);
    await expect(send(request)).rejects.toMatchObject({
      code: "blockedNetwork",
      message: expect.stringContaining("10.0.0.1"),
    });
    expect(receiver.received).toHaveLength(1);
  });

  it("when redirects never end, nobody answers, or the name does not exist", async () => {
    receiver.answer(({ path }) => ({ status: 302, headers: { Location: `${path}x` } }));
    await expect(send({ url: `${receiver.url}/a`, allowedNetworks: loopback })).rejects.toMatchObject({
      code: "redirect",
    });
    const nobody = `http://127.0.0.1:${await stablePort()}/`;
    await expect(send({ url: nobody, allowedNetworks: loopback })).rejects.toBeInstanceOf(OutboundProblem);
    await expect(send({ url: "http://nirgends.invalid/", allowedNetworks: [] })).rejects.toMatchObject({
      code: "dnsNotFound",
    });
  });
});

describe("a request that is allowed", () => {
  it("follows redirects and repeats a POST only where its method is kept", async () => {
    receiver.answer(({ path }) =>
      path === "/a" ? { status: 307, headers: { Location: "/b" } } : { status: 200, body: "gut" },
    );
    const kept = await send({ url: `${receiver.url}/a`, method: "POST", body: "inhalt", allowedNetworks: loopback });
    expect(kept).toMatchObject({ status: 200, body: "gut" });
    expect(receiver.received.map(({ method, body }) => [method, body])).toEqual([
      ["POST", "inhalt"],
      ["POST", "inhalt"],
    ]);
    receiver.answer(() => ({ status: 302, headers: { Location: "/b" } }));
    expect(await send({ url: receiver.url, method: "POST", body: "x", allowedNetworks: loopback })).toMatchObject({
      status: 302,
    });
  });

  it("reads no more than it may", async () => {
    receiver.answer(() => ({ status: 200, body: "ü".repeat(500_000) }));
    const { body } = await send({ url: receiver.url, maxBytes: 1000, allowedNetworks: loopback });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(1000);
  });
});
