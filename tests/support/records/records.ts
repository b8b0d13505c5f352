import type { RecordType } from "../../../contract/records/record-types.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import type { Api } from "../../../server/features/router.ts";

let count = 0;

/**
 * The least that a record of a type needs, unlike that of any other; creates what it cannot be without, or takes what
 * another one has.
 */
export async function leastBody(api: Api, type: RecordType, other: RecordBody = {}): Promise<RecordBody> {
  count += 1;
  const name = `Muster ${count}`;
  const make = async (needed: RecordType) => other[`${needed}Id`] ?? (await createRecord(api, needed)).id;
  switch (type) {
    case "website":
      return { url: `https://seite-${count}.example/`, name };
    case "domain":
      return { name: `domain-${count}.example` };
    case "host":
      return { name, providerId: await make("provider") };
    case "device": {
      const categoryId = other.categoryId ?? (await make("deviceCategory"));
      return { name, categoryId, locationId: await make("location") };
    }
    case "contact":
      return { lastName: name, customerId: await make("customer") };
    case "contract":
      return { number: `V-${count}`, title: name, startAt: "2026-01-01", customerId: await make("customer") };
    case "contractItem":
      return { label: name, contractId: await make("contract") };
    case "timeEntry":
      return { label: name, minutes: 30, customerId: await make("customer") };
    case "registrarAccount":
      return { name, registrarId: await make("registrar") };
    case "page":
    case "incident":
      return { title: name };
    case "feedback":
      return { title: `Wunsch ${name}`, area: "wiki" };
    default:
      return { name };
  }
}

/** Creates a record with the least it needs and what is given. */
export async function createRecord(api: Api, type: RecordType, body: RecordBody = {}) {
  return api[type].create({ body: { ...(await leastBody(api, type)), ...body } });
}
