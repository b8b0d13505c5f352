import { afterEach, beforeEach, expect, it } from "vitest";
import { hourMs } from "../../../contract/time/durations.ts";
import { fetchRdapServers } from "../../../server/features/registrations/rdap-list.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { openRdapServer, type RdapServer } from "../../support/servers/rdap-server.ts";

let office: Office;
let rdap: RdapServer;
beforeEach(async () => {
  office = await openOffice();
  rdap = await openRdapServer();
});
afterEach(() => rdap.close());

const endings = ["amsel", ...Array.from({ length: 600 }, (_, at) => `x${at}`)];
const list = JSON.stringify({ services: [[endings, ["https://rdap.amsel.example/"]]] });

const cases: [headers: Record<string, string>, hours: number][] = [
  [{}, 24],
  [{ "Cache-Control": "no-cache, max-age=604800" }, 24],
  [{ "Cache-Control": "public, max-age=60" }, 24],
  [{ "Cache-Control": "public, Max-Age=259200" }, 72],
  [{ "Cache-Control": "max-age=259200", Age: "86400" }, 48],
  [{ "Cache-Control": "max-age=259200", Expires: "Thu, 01 Jan 1970 00:00:00 GMT" }, 72],
  [{ Date: "Thu, 05 Nov 2026 10:00:00 GMT", Expires: "Sat, 07 Nov 2026 10:00:00 GMT" }, 48],
  [{ Expires: "0" }, 24],
  [{ "Cache-Control": "max-age=999999999" }, 30 * 24],
];

it.each(cases)(
  "the list of RDAP servers with the headers %j is asked for again after %i hours",
  async (headers, hours) => {
    rdap.answer = () => ({ status: 200, body: list, headers });
    const from = { url: `${rdap.url}dns.json`, allowedNetworks: ["127.0.0.0/8"] };
    const ask = async (ms: number) => {
      office.advance(ms);
      await fetchRdapServers(office.services, from);
      return rdap.asked.length;
    };
    expect([await ask(0), await ask(hours * hourMs - 1), await ask(1)]).toEqual([1, 1, 2]);
  },
);
