import { afterEach, beforeEach, expect, it } from "vitest";
import type { Person } from "../../../server/trpc/context.ts";
import { type FileDesk, openFileDesk } from "../../support/file-desk.ts";
import { createRecord } from "../../support/records/records.ts";

let desk: FileDesk;
let timo: Person;
let path: string;

beforeEach(async () => {
  desk = await openFileDesk();
  timo = await desk.hire({ name: "Timo Brandt", role: "admin" });
  const { id } = await createRecord(await desk.as(timo), "domain", { name: "amsel.de" });
  path = `/api/dmarc/${id}`;
});
afterEach(() => desk.close());

const seconds = Date.parse("2026-11-18T00:00:00.000Z") / 1000;
const report = `<?xml version="1.0"?><feedback><report_metadata><org_name>Postamt</org_name><report_id>r-1</report_id>
  <date_range><begin>${seconds}</begin><end>${seconds + 86_399}</end></date_range></report_metadata>
  <policy_published><domain>amsel.de</domain><p>reject</p></policy_published><record><row><source_ip>192.0.2.80</source_ip>
  <count>90</count><policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>pass</spf></policy_evaluated></row>
  <identifiers><header_from>amsel.de</header_from></identifiers></record></feedback>`;

const send = (person: Person | undefined, to = path, body: string | undefined = report, origin = desk.url) =>
  desk.get(person, to, { method: "POST", headers: { origin }, ...(body !== undefined && { body }) });
const kept = () => desk.services.db.selectFrom("dmarcReports").select("id").execute();

it("a report is refused to strangers, to those who only read, of what is not there, and from elsewhere", async () => {
  const reader = await desk.hire({ role: "readonly" });
  const answers = [
    await send(undefined),
    await send(reader),
    await send(timo, "/api/dmarc/01a1fbf8-8895-7746-99a2-cc58377f451d"),
    await send(timo, path, report, "https://anderswo.example"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 403, 404, 403]);
  expect(await kept()).toEqual([]);
});

it.each([
  ["empty", ""],
  ["something else", "Hallo"],
  ["cut off", report.slice(0, 400)],
])("a file that is %s is refused at the field of the file", async (_what, body) => {
  const answer = await send(timo, path, body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ fields: { file: [expect.any(String)] } });
  expect(await kept()).toEqual([]);
});

it("a report is read as it is sent, and kept once", async () => {
  expect((await send(timo)).status).toBe(200);
  await send(timo);
  expect(await kept()).toHaveLength(1);
});
