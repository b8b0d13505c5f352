import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../server/features/router.ts";
import { deliverDue } from "../../../server/features/webhooks/deliver.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { hostileMarkup } from "../../support/records/hostile.ts";

let office: Office;
let admin: Api;
let webhookId: string;
let respond: (response: ServerResponse) => void;
let close: () => void;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.as(await office.hire({ name: "Chefin", role: "admin" }));
  const allowedNetworks = ["127.0.0.0/8"];
  await admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
  const server = createServer((request, response) => {
    request.resume();
    request.once("end", () => respond(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const body = { url, description: "", events: ["customer.created"], isEnabled: true };
  webhookId = (await admin.webhook.create({ body })).id;
  close = () => {
    server.close();
    server.closeAllConnections();
  };
});
afterEach(() => close());

/** The line in the log about a delivery that was answered like this. */
async function answeredBy(answer: (response: ServerResponse) => void) {
  respond = answer;
  await admin.webhook.test({ id: webhookId });
  await deliverDue(office.services);
  const [delivery] = (await admin.webhook.deliveries({ webhookId })).data;
  return delivery;
}

describe("the log of deliveries", () => {
  it("keeps markup as the letters that it is", async () => {
    const html = hostileMarkup.join("").slice(0, 1500);
    const type = { "Content-Type": "text/html" };
    expect(await answeredBy((response) => response.writeHead(200, type).end(html))).toMatchObject({
      state: "delivered",
      status: 200,
      answer: html,
    });
  });

  it("keeps the beginning of what never ends, and waits for no more", async () => {
    const endless = (response: ServerResponse) => {
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
        if (!response.destroyed) response.once("drain", more);
      };
      response.writeHead(200);
      more();
    };
    const delivery = await answeredBy(endless);
    expect(delivery).toMatchObject({ state: "delivered", answer: "x".repeat(2000) });
  });

  it("shows no control characters, no turned reading direction and no halves of characters", async () => {
    const bytes = Buffer.concat([
      Buffer.from("eins\u0000\u0007\u001b[31mrot\u202egnp.exe\r\nzwei"),
      Buffer.from([0xff, 0xfe, 0xc3]),
    ]);
    const delivery = await answeredBy((response) => response.writeHead(200).end(bytes));
    expect(delivery?.answer).toMatch(/^eins\[31mrotgnp\.exe\nzwei/);
    expect(delivery?.answer).toMatch(/^[\n\P{Cc}]*$/u);
    expect(delivery?.answer).not.toMatch(/[\u202a-\u202e]/);
  });

  it.each([
    ["no HTTP at all", (response: ServerResponse) => response.socket?.end("<html>hallo</html>")],
    [
      "headers without end",
      (response: ServerResponse) => response.socket?.end(`HTTP/1.1 200 OK\r\n${"X: y\r\n".repeat(9000)}`),
    ],
    [
      "a status that there is none of",
      (response: ServerResponse) => response.socket?.end("HTTP/1.1 99999 Gut\r\n\r\n"),
    ],
    [
      "an end in the middle",
      (response: ServerResponse) =>
        response.writeHead(200, { "Content-Length": "99" }).write("x", () => response.destroy()),
    ],
  ])("says in a sentence that the answer was %s, and tries again", async (_what, answer) => {
    const delivery = await answeredBy((response) => void answer(response));
    expect(delivery).toMatchObject({ state: "queued", status: null, answer: null });
    expect(delivery?.error).toMatch(/^Die (Anfrage|Verbindung) .*\.$/);
  });
});
