import { afterEach, beforeEach, expect, it } from "vitest";
import { openDns } from "../../../server/lookups/dns/resolver.ts";
import { createRecord } from "../../support/records/records.ts";
import { type LookupDesk, openLookupDesk } from "../../support/servers/dns/lookup-desk.ts";
import { mx, record } from "../../support/servers/dns/test-internet.ts";

let desk: LookupDesk;
let id: string;
/** What happens while a host is asked about. */
let meanwhile: () => Promise<unknown>;
beforeEach(async () => {
  meanwhile = async () => undefined;
  desk = await openLookupDesk({
    openDns(allowedNetworks) {
      const dns = openDns({ ...desk.internet.options, allowedNetworks });
      const resolve: typeof dns.resolve = async (...question) => {
        await meanwhile();
        return dns.resolve(...question);
      };
      return { ...dns, resolve };
    },
  });
  id = (await createRecord(desk.admin, "domain", { name: "fink.test", holderEmail: "anna@amsel.test" })).id;
});
afterEach(() => desk.close());

const look = (hours = 0) => desk.look(["holderMail"], hours);
const reach = async () =>
  (await desk.admin.holderConfirmation.checklist({ domainId: id })).find(({ key }) => key === "reach");
const serve = (exchange: string | undefined, hasAddress = false) => {
  for (const zone of [desk.internet.amsel, desk.internet.second]) {
    const others = zone.records.filter(({ type, name }) => name !== "amsel.test" || (type !== "MX" && type !== "A"));
    if (exchange !== undefined) others.push(mx("amsel.test", exchange));
    if (hasAddress) others.push(record("A", "amsel.test", "192.0.2.1"));
    zone.records = others;
  }
};

it("mail to a holder arrives where the host of the address has a mail server, or is one itself", async () => {
  expect((await reach())?.state).toBe("none");
  serve("mx.amsel.test");
  await look();
  expect(await reach()).toMatchObject({ state: "ok", text: "amsel.test nimmt E-Mail an." });
  serve(".", true);
  await look(30);
  expect((await reach())?.state).toBe("warn");
  serve(undefined, true);
  await look(30);
  expect((await reach())?.state).toBe("ok");
  serve(undefined);
  await look(30);
  expect((await reach())?.state).toBe("warn");
});

it("a host of a mail server that does not exist takes no mail, and silence is no answer", async () => {
  serve("weg.amsel.test");
  await look();
  expect((await reach())?.state).toBe("warn");
  serve("mx.amsel.test");
  await look(30);
  expect((await reach())?.state).toBe("ok");
  for (const server of ["127.0.0.3", "127.0.0.4"]) desk.internet.tree.set(server, "refuses");
  await look(30);
  expect((await reach())?.state).toBe("ok");
});

it("an answer for a former address is none, the new one is asked about at once, and nobody without one is", async () => {
  serve(undefined);
  await look();
  expect((await reach())?.state).toBe("warn");
  await desk.admin.domain.update({ params: { id }, body: { holderEmail: "anna@meise.test" } });
  expect((await reach())?.state).toBe("none");
  expect(await look()).toBe(1);
  await desk.admin.domain.update({ params: { id }, body: { holderEmail: null } });
  expect(await look(30)).toBe(0);
  expect(await reach()).toBeUndefined();
});

it("an address that changes while the former one is asked about is asked about next", async () => {
  serve("mail.amsel.test");
  const asked = new Set<unknown>();
  meanwhile = async () => {
    desk.office.advance(1000);
    asked.add((await desk.admin.domain.get({ id })).values.holderEmail);
    if (asked.size === 1) await desk.admin.domain.update({ params: { id }, body: { holderEmail: "anna@second.test" } });
  };
  expect(await look()).toBe(2);
  expect([...asked]).toEqual(["anna@amsel.test", "anna@second.test"]);
  expect(await look()).toBe(0);
});
