import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/unstable-core-do-not-import";
import superjson from "superjson";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { ProblemDetails } from "../../contract/problems.ts";
import { cookieNames } from "../../server/auth/cookies.ts";
import { createSession } from "../../server/auth/sessions.ts";
import { newId } from "../../server/db/new-id.ts";
import type { AppRouter } from "../../server/features/router.ts";
import type { Person } from "../../server/trpc/context.ts";
import { openOffice } from "../support/office.ts";
import { startTestPortal, type TestPortal } from "../support/portal/portal.ts";
import { serveOffice } from "../support/servers/office-server.ts";

let office: TestPortal;
let person: Person;
let cookie: string;
/** What went over the wire, in order. */
const sent: { url: URL; method: string; type: string | null; response: Response }[] = [];

beforeAll(async () => {
  office = await startTestPortal();
  person = await office.hire();
  ({ cookie } = await office.signIn(person));
  const written = { title: "Titel", message: "Text", category: "team", link: null, readAt: null } as const;
  await office.portal.services.db
    .insertInto("notifications")
    .values({ ...written, id: newId(), forUserId: person.id, createdAt: "2026-11-20T09:13:00.000Z" })
    .execute();
});
afterAll(() => office.stop());
beforeEach(() => void sent.splice(0));

/** The stock client as the portal configures it, with the cookie that a browser would send. */
function client(headers: Record<string, string> = { cookie }, fetchOf: typeof fetch = fetch, url = office.url) {
  return createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${url}/api/trpc`,
        transformer: superjson,
        headers,
        fetch: async (input, init) => {
          const response = await fetchOf(input as string, init as RequestInit);
          const type = new Headers(init?.headers as HeadersInit).get("content-type");
          sent.push({ url: new URL(String(input)), method: init?.method ?? "GET", type, response });
          return response;
        },
      }),
    ],
  });
}

async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(TRPCClientError);
  return error as TRPCClientError<AppRouter> & { data: ProblemDetails & { code: string; httpStatus: number } };
}

const raw = (path: string, init: RequestInit = {}) =>
  fetch(`${office.url}/api/trpc/${path}`, { ...init, headers: { cookie, ...(init.headers as object) } });
const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { json: { data: { code: string } } } }).error.json.data.code;

describe("the error catalogue", () => {
  it("has every code that the spec says the client knows", () => {
    const spec =
      "PARSE_ERROR BAD_REQUEST INTERNAL_SERVER_ERROR NOT_IMPLEMENTED UNAUTHORIZED FORBIDDEN NOT_FOUND METHOD_NOT_SUPPORTED TIMEOUT CONFLICT PRECONDITION_FAILED PAYLOAD_TOO_LARGE UNPROCESSABLE_CONTENT TOO_MANY_REQUESTS CLIENT_CLOSED_REQUEST";
    expect(Object.keys(TRPC_ERROR_CODES_BY_KEY)).toEqual(expect.arrayContaining(spec.split(" ")));
  });

  it("answers a stranger with UNAUTHORIZED, its number, and the request's id in body and header", async () => {
    const error = await refusalOf(client({}).session.list.query({}));
    expect(error.data).toMatchObject({ code: "UNAUTHORIZED", httpStatus: 401, problem: "unauthenticated" });
    expect(error.shape).toMatchObject({ code: TRPC_ERROR_CODES_BY_KEY.UNAUTHORIZED, message: error.message });
    expect(error.data.requestId).toBe(sent[0]?.response.headers.get("x-request-id"));
  });

  it("answers a person without the right with FORBIDDEN", async () => {
    const body = { name: "Mira Falk", email: "mira@agentur.example", role: "member" } as const;
    expect((await refusalOf(client().user.invite.mutate({ body }))).data).toMatchObject({ code: "FORBIDDEN" });
  });

  it("answers what is missing, a row or a procedure, with NOT_FOUND", async () => {
    expect((await refusalOf(client().notification.delete.mutate({ id: "none" }))).data.code).toBe("NOT_FOUND");
    expect(await codeOf(await raw("notification.unknown"))).toBe("NOT_FOUND");
  });

  it("names the field of an unknown key", async () => {
    const input = { limit: 1, where: { forUserId: person.id, colour: "red" } };
    const error = await refusalOf(client().notification.list.query(input));
    expect(error.data).toMatchObject({ code: "BAD_REQUEST", problem: "invalid" });
    expect(JSON.stringify(error.data.fields)).toContain("colour");
  });

  it("answers parameters that cannot be parsed with PARSE_ERROR, and a body that is no JSON with BAD_REQUEST", async () => {
    expect(await codeOf(await raw("session.list?connectionParams=%7B"))).toBe("PARSE_ERROR");
    const headers = { "content-type": "application/json" };
    expect(await codeOf(await raw("notification.delete", { method: "POST", headers, body: "{" }))).toBe("BAD_REQUEST");
  });

  it("answers a mutation by GET and a query by POST with METHOD_NOT_SUPPORTED", async () => {
    const input = encodeURIComponent(JSON.stringify({ json: { id: "none" } }));
    expect(await codeOf(await raw(`notification.delete?input=${input}`))).toBe("METHOD_NOT_SUPPORTED");
    const headers = { "content-type": "application/json" };
    const post = await raw("session.list", { method: "POST", headers, body: '{"json":{}}' });
    expect([post.status, await codeOf(post)]).toEqual([405, "METHOD_NOT_SUPPORTED"]);
  });

  it("answers a body of an unknown kind with UNSUPPORTED_MEDIA_TYPE", async () => {
    const headers = { "content-type": "text/plain" };
    const response = await raw("notification.delete", { method: "POST", headers, body: '{"json":{"id":"none"}}' });
    const requestId = response.headers.get("x-request-id");
    const { error } = await response.clone().json();
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(error.json.data).toMatchObject({ requestId });
    expect([response.status, await codeOf(response)]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  });

  it("refuses more than 1 MB with 413", async () => {
    const id = "x".repeat(1024 * 1024);
    const { data } = await refusalOf(client().notification.delete.mutate({ id }));
    expect(data).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      httpStatus: 413,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const both = await Promise.all([
      refusalOf(client().notification.delete.mutate({ id })),
      refusalOf(client().session.revoke.mutate({ id })),
    ]);
    expect(both.map((refusal) => refusal.data.code)).toEqual(["PAYLOAD_TOO_LARGE", "PAYLOAD_TOO_LARGE"]);
  });

  it("answers twenty calls in one request and refuses one more, in a GET as in a POST", async () => {
    const batch = (calls: number) => `${Array(calls).fill("session.list").join(",")}?batch=1`;
    const input = (calls: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: calls }, (_, index) => [index, { json: {} }])));
    const get = (calls: number) => raw(`${batch(calls)}&input=${encodeURIComponent(input(calls))}`);
    expect((await get(20)).status).toBe(200);
    const refused = await get(21);
    expect([refused.status, await codeOf(refused)]).toEqual([400, "BAD_REQUEST"]);
    const headers = { "content-type": "application/json" };
    const posted = await raw(batch(1200), { method: "POST", headers, body: input(1200) });
    expect([posted.status, await codeOf(posted)]).toEqual([400, "BAD_REQUEST"]);
  });

  it("counts the calls of each person, and refuses what is beyond their minute", async () => {
    const small = await openOffice();
    const server = await serveOffice(small, { env: { RPC_CALLS_PER_MINUTE: "60" } });
    onTestFinished(() => server.close());
    const cookieOf = async ({ id: userId }: Person) => {
      const { token } = await createSession(small.services.db, { userId, now: small.services.now() });
      return `${cookieNames(false).session}=${token}`;
    };
    const own = await cookieOf(await small.hire());
    const other = await cookieOf(await small.hire({ name: "Timo Brandt" }));
    const inputs = encodeURIComponent(
      JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index, { json: {} }]))),
    );
    const list = (cookie: string, comma = ",") => {
      const path = `${Array(20).fill("session.list").join(comma)}?batch=1&input=${inputs}`;
      return fetch(`${server.url}/api/trpc/${path}`, { headers: { cookie } });
    };
    for (let round = 0; round < 3; round++) expect((await list(own)).status).toBe(200);
    const refused = await list(own);
    const [first] = (await refused.json()) as { error: { json: { data: { problem: string } } } }[];
    expect([refused.status, first?.error.json.data.problem]).toEqual([429, "too_many"]);
    expect((await list(other)).status).toBe(200);
    // A third of the minute brings a third of its calls back.
    small.advance(20_000);
    expect((await list(own)).status).toBe(200);
    // However the names are told apart, they are as many calls.
    small.advance(60_000);
    for (let round = 0; round < 3; round++) expect((await list(own, "%2C")).status).toBe(200);
    expect((await list(own, "%2C")).status).toBe(429);
  });

  it("tells nothing of what broke inside", async () => {
    const broken = await startTestPortal();
    try {
      const { cookie } = await broken.signIn(await broken.hire());
      const own = await broken.portal.services.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
      await broken.portal.services.db.schema.alterTable("notifications").renameTo("gone").execute();
      const list = client({ cookie }, fetch, broken.url).notification.list.query({ where: { forUserId: own.id } });
      const error = await refusalOf(list);
      expect(error.data).toMatchObject({ code: "INTERNAL_SERVER_ERROR", httpStatus: 500 });
      expect(JSON.stringify(error.shape)).not.toMatch(/no such table|does not exist|SQLITE|stack|node_modules|\.ts/);
    } finally {
      await broken.stop();
    }
  });
});

describe("the stock client", () => {
  it("joins queries by commas in one GET with batch=1, its input in the URL", async () => {
    const api = client();
    const where = { forUserId: person.id };
    await Promise.all([api.notification.list.query({ limit: 1, where }), api.user.getUser.query({ id: person.id })]);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.method).toBe("GET");
    expect(sent[0]?.url.pathname).toBe("/api/trpc/notification.list,user.getUser");
    expect(sent[0]?.url.searchParams.get("batch")).toBe("1");
    expect(JSON.parse(sent[0]?.url.searchParams.get("input") ?? "")[0].json).toEqual({ limit: 1, where });
  });

  it("gets the answer to one call of a batch although another is refused", async () => {
    const api = client();
    const [list, deletion] = await Promise.allSettled([
      api.session.list.query({}),
      api.user.getUser.query({ id: "nobody" }),
    ]);
    expect([list.status, deletion.status]).toEqual(["fulfilled", "rejected"]);
    expect(sent).toHaveLength(1);
  });

  it("gets answers and refusals that no cache keeps", async () => {
    const api = client();
    await Promise.allSettled([api.session.list.query({}), api.user.getUser.query({ id: "nobody" })]);
    await refusalOf(api.notification.delete.mutate({ id: "none" }));
    expect(sent.map(({ response }) => response.headers.get("cache-control"))).toEqual(["no-store", "no-store"]);
  });

  it("posts mutations as JSON", async () => {
    await refusalOf(client().notification.delete.mutate({ id: "none" }));
    expect(sent[0]).toMatchObject({ method: "POST", type: "application/json" });
  });

  it("gets dates as dates, and the server sets and maps as such", async () => {
    const page = await client().notification.list.query({ limit: 10, where: { forUserId: person.id } });
    expect(page).toMatchObject({ totalItems: 1, totalPages: 1 });
    expect(page.data[0]?.createdAt).toEqual(new Date("2026-11-20T09:13:00.000Z"));
    for (const kind of [new Set(["a"]), new Map([["a", 1]]), new Date()]) {
      const error = await refusalOf(client().notification.delete.mutate({ id: kind as never }));
      expect(error.data).toMatchObject({ code: "BAD_REQUEST", fields: { id: [expect.any(String)] } });
    }
  });

  it("says in its own words that an answer is none of the portal's", async () => {
    const page = async () => Response.json({ hello: "world" });
    const error = await refusalOf(client({}, page).session.list.query({}));
    expect(error.message).toBe("Unable to transform response from server");
  });

  it("says in its own words that it does not know what went wrong", () => {
    expect(TRPCClientError.from({ nothing: true } as never).message).toBe("Unknown error");
  });

  it("says in its own words that it has no fetch", async () => {
    const { fetch: present } = globalThis;
    const link = httpBatchLink({ url: `${office.url}/api/trpc`, transformer: superjson });
    Reflect.deleteProperty(globalThis, "fetch");
    try {
      const error = await refusalOf(createTRPCClient<AppRouter>({ links: [link] }).session.list.query({}));
      expect(error.message).toBe("No fetch implementation found");
    } finally {
      globalThis.fetch = present;
    }
  });
});
