import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createLog } from "../../../server/log.ts";
import type { Bus } from "../../../server/nodes/bus.ts";
import { openLinks } from "../../../server/nodes/open-links.ts";
import { AdapterClient } from "../../../server/soketi/adapter-client.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { findRedis, type RedisServer, startRedis } from "../../support/nodes/redis.ts";
import { makeAuthority } from "../../support/servers/certificates.ts";
import { until } from "../../support/until.ts";

const program = findRedis();
const reason = program ? "" : " (skipped: Debian's redis-server is not installed)";
/** With letters that mean something in an URL. */
const password = "g@nz/geheim: ö?#%";

let plain: RedisServer;
let encrypted: RedisServer;
let root: string;

beforeAll(async () => {
  if (!program) return;
  const authority = await makeAuthority();
  root = authority.root;
  plain = await startRedis(program, { password });
  encrypted = await startRedis(program, { password, certificate: await authority.issue({ names: ["localhost"] }) });
  for (const { stop } of [plain, encrypted]) atFileEnd(stop);
});

const buses: Bus[] = [];
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.end();
});

async function join(url: string) {
  const lines: string[] = [];
  const log = createLog("debug", { write: (line) => void lines.push(line) });
  const { bus, limits } = await openLinks({ url, prefix: "techcenter:office" }, log);
  buses.push(bus);
  return { bus, limits, said: () => lines.join("") };
}

/** What a node says of a Redis that it does not reach; never the password. */
async function refusalBy(url: string): Promise<string> {
  const { bus, said } = await join(url);
  await until(() => expect(said()).toContain("Redis is away"));
  expect(bus.isConnected()).toBe(false);
  const { password: told } = new URL(url);
  if (told) expect(said()).not.toContain(told);
  return said();
}

/** As NODE_EXTRA_CA_CERTS has it for a whole process. */
function trustTheAuthority(): void {
  const usual = getCACertificates("default");
  setDefaultCACertificates([...usual, root]);
  onTestFinished(() => setDefaultCACertificates(usual));
}

async function expectToHear(url: string): Promise<void> {
  const [one, other] = [await join(url), await join(url)];
  await until(() => expect([one.bus.isConnected(), other.bus.isConnected()]).toEqual([true, true]));
  const heard: unknown[] = [];
  one.bus.subscribe("told", (payload) => heard.push(payload));
  other.bus.publish("told", { hello: true });
  await until(() => expect(heard).toEqual([{ hello: true }]));
  // Both have taken from the same bucket, so the limits are those of Redis.
  const [here, there] = [one, other].map(({ limits }) => limits.openBucket("calls", 1));
  const answers = [await here?.("jana", Date.now()), await there?.("jana", Date.now())];
  expect(answers.map((answer) => answer?.isAllowed)).toEqual([true, false]);
}

async function expectSoketiToHear(url: string): Promise<void> {
  const clients = [new AdapterClient(url, () => undefined), new AdapterClient(url, () => undefined)] as const;
  onTestFinished(async () => {
    for (const client of clients) await client.quit();
  });
  const heard: string[] = [];
  clients[0].on("pmessageBuffer", (_pattern, _channel, message) => heard.push(String(message)));
  await new Promise<void>((resolve, reject) =>
    clients[0].psubscribe("told*", (error) => (error ? reject(error) : resolve())),
  );
  await until(async () => expect(await clients[1].publish("told", "hello")).toBe(1));
  await until(() => expect(heard).toEqual(["hello"]));
}

describe.skipIf(!program)(`a Redis that asks who is there${reason}`, () => {
  it("is refused with a wrong password and without one, and the log says why", async () => {
    expect(await refusalBy(plain.url.replace(/default:[^@]+/, "default:falsch"))).toContain("WRONGPASS");
    expect(await refusalBy(plain.url.replace(/default:[^@]+@/, ""))).toContain("NOAUTH");
  });

  it("is used by name and password from its URL", async () => {
    await expectToHear(plain.url);
    await expectSoketiToHear(plain.url);
  });
});

describe.skipIf(!program)(`a Redis behind TLS${reason}`, () => {
  it("is not spoken to while nobody who is trusted has issued its certificate", async () => {
    expect(await refusalBy(encrypted.url)).toMatch(/certificate/i);
  });

  it("is not spoken to under a name that its certificate does not have", async () => {
    trustTheAuthority();
    expect(await refusalBy(encrypted.url.replace("localhost", "127.0.0.1"))).toMatch(/altnames|does not match/i);
  });

  it("is used by rediss:// with a certificate that is trusted", async () => {
    trustTheAuthority();
    await expectToHear(encrypted.url);
    await expectSoketiToHear(encrypted.url);
  });
});
