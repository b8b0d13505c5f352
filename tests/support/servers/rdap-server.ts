import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface RdapReply {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

export interface RdapServer {
  url: string;
  /** The paths that were asked for. */
  asked: string[];
  answer(path: string): RdapReply | Promise<RdapReply>;
  close(): Promise<unknown>;
}

/** What RFC 9083 calls a domain, as registries of generic endings answer. */
export const rdapDomain = (name: string, more: object = {}): RdapReply => ({
  status: 200,
  body: JSON.stringify({
    objectClassName: "domain",
    ldhName: name,
    status: ["client transfer prohibited", "active"],
    events: [
      { eventAction: "registration", eventDate: "2014-11-12T19:15:55Z" },
      { eventAction: "expiration", eventDate: "2027-11-12T19:15:55Z" },
    ],
    entities: [
      { roles: ["registrar"], handle: "292", vcardArray: ["vcard", [["fn", {}, "text", "Muster Registrar"]]] },
    ],
    nameservers: [{ ldhName: "NS2.AMSEL.COM." }, { ldhName: "ns1.amsel.com" }],
    ...more,
  }),
});

/** The dates of an answer; both at noon. */
export const rdapDates = (registeredOn: string, expiresOn: string) => ({
  events: [
    { eventAction: "registration", eventDate: `${registeredOn}T12:00:00Z` },
    { eventAction: "expiration", eventDate: `${expiresOn}T12:00:00Z` },
  ],
});

/** A registry on loopback; `answer` can be replaced at any time. */
export async function openRdapServer(): Promise<RdapServer> {
  const http = createServer(async (request, response) => {
    const path = request.url ?? "";
    server.asked.push(path);
    const { status, body, headers } = await server.answer(path);
    response.writeHead(status, { "Content-Type": "application/rdap+json", ...headers }).end(body);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const server: RdapServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`,
    asked: [],
    answer: () => rdapDomain("amsel.com"),
    close: () =>
      new Promise((resolve) => {
        http.close(resolve);
        http.closeAllConnections();
      }),
  };
  return server;
}
