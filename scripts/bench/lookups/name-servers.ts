import { createSocket } from "node:dgram";
import { parentPort, workerData } from "node:worker_threads";
import packets, { type Answer } from "dns-packet";

/**
 * A root, the ending „test“ and all domains below it, each in a thread of its own beside what is measured: an ending that
 * refers, and servers that know every name of a domain.
 */
const addresses = { root: "127.0.0.1", ending: "127.0.0.2", domains: ["127.0.0.3", "127.0.0.4"] } as const;

const record = (type: "A" | "NS", name: string, data: string): Answer => ({ type, name, ttl: 300, data });

function referral(zone: string, servers: readonly [string, string][]) {
  return {
    flags: 0,
    authorities: servers.map(([name]) => record("NS", zone, name)),
    additionals: servers.map(([name, address]) => record("A", name, address)),
  };
}

function answer(address: string, name: string, type: string) {
  const domain = name.split(".").slice(-2).join(".");
  if (address === addresses.root) return referral("test", [["ns.test", addresses.ending]]);
  const servers = addresses.domains.map((each, index): [string, string] => [`ns${index + 1}.${domain}`, each]);
  if (address === addresses.ending) return referral(domain, servers);
  return { flags: packets.AUTHORITATIVE_ANSWER, answers: recordsOf(name, domain).filter((each) => each.type === type) };
}

function recordsOf(name: string, domain: string): Answer[] {
  if (name === `_dmarc.${domain}`) return [{ type: "TXT", name, ttl: 300, data: ["v=DMARC1; p=reject"] }];
  if (name !== domain && !/^(www|mx|ns\d)\./.test(name)) return [];
  const soa = { mname: `ns1.${domain}`, rname: `h.${domain}`, serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 1 };
  return [
    record("A", name, "192.0.2.10"),
    ...(name === domain
      ? ([
          { type: "SOA", name, ttl: 300, data: soa },
          record("NS", name, `ns1.${domain}`),
          record("NS", name, `ns2.${domain}`),
          { type: "MX", name, ttl: 300, data: { preference: 10, exchange: `mx.${domain}` } },
          { type: "TXT", name, ttl: 300, data: ["v=spf1 mx -all"] },
        ] satisfies Answer[])
      : []),
  ];
}

/** How long each answer takes on its way. */
const latencyMs = Number(workerData?.latencyMs ?? 0);

let asked = 0;
const open = (address: string, port: number) =>
  new Promise<number>((resolve) => {
    const socket = createSocket("udp4");
    socket.on("message", (message, from) => {
      const { id, questions = [] } = packets.decode(message);
      const [question] = questions;
      if (!question) return;
      asked += 1;
      const said = answer(address, question.name.toLowerCase(), question.type);
      const reply = packets.encode({ type: "response", id, questions, ...said });
      const send = () => socket.send(reply, from.port, from.address);
      if (latencyMs > 0) setTimeout(send, latencyMs);
      else send();
    });
    socket.bind(port, address, () => resolve(socket.address().port));
  });

const port = await open(addresses.root, 0);
for (const address of [addresses.ending, ...addresses.domains]) await open(address, port);
parentPort?.on("message", () => parentPort?.postMessage({ asked }));
parentPort?.postMessage({ port });
