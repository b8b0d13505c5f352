import { verifySync } from "otplib";
import type { RegistrarServiceName } from "../../../contract/registrar-connections/services.ts";
import { openReceiver, type Received, type Receiver } from "./receiver.ts";

type Json = Record<string, unknown>;
type Spoken = { status: number; body: unknown; headers?: Record<string, string> };

/** What somebody has at a registrar of the tests. */
export interface Stock {
  domains: {
    name: string;
    since?: string;
    renews: string | null;
    auto?: boolean;
    locked?: boolean;
    nameservers?: string[];
  }[];
  zones: string[];
  /** The name of a domain that this registrar cannot tell anything of. */
  broken?: string;
  /** The keys may read no zones and no prices; INWX alone. */
  isNarrow?: boolean;
  /** How many domains, or lists of zones, it tells of before it wants a pause; IONOS alone. */
  patience?: number;
  /** How many domains one page has. */
  page: number;
  totp?: boolean;
}

export interface TestRegistrar {
  receiver: Receiver;
  stock: Stock;
  close(): Promise<void>;
}

export const registrarKeys: Record<RegistrarServiceName, Record<string, string>> = {
  inwx: { user: "agentur", password: "richtig" },
  autodns: { user: "agentur", password: "richtig", context: "4" },
  cloudflare: { accountId: "0123456789abcdef0123456789abcdef", token: "richtig" },
  hetznerDns: { token: "richtig" },
  ionos: { key: "praefix.richtig" },
  netcup: { customerNumber: "4711", apiKey: "schluessel", apiPassword: "richtig" },
};
/** What to give instead of the key that counts. */
export const wrongKeys: Record<RegistrarServiceName, Record<string, string>> = {
  inwx: { password: "falsch" },
  autodns: { password: "falsch" },
  cloudflare: { token: "falsch" },
  hetznerDns: { token: "falsch" },
  ionos: { key: "praefix.falsch" },
  netcup: { apiPassword: "falsch" },
};
export const totpSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** Opens a server that answers as the documents of a registrar say. */
export async function openTestRegistrar(
  service: RegistrarServiceName,
  { now, ...stock }: Partial<Stock> & { now: () => Date },
): Promise<TestRegistrar> {
  const receiver = await openReceiver();
  const own: Stock = { domains: [], zones: [], page: 500, ...stock };
  receiver.answer((request) => {
    const { status, body, headers } = speakers[service](request, own, now);
    return { status, body: JSON.stringify(body), ...(headers && { headers }) };
  });
  return { receiver, stock: own, close: () => receiver.close() };
}

type Speaker = (request: Received, stock: Stock, now: () => Date) => Spoken;

const ok = (body: unknown): Spoken => ({ status: 200, body });
const queryOf = (path: string) => new URL(path, "http://registrar.test").searchParams;
const slice = <Item>(items: readonly Item[], from: number, size: number) => items.slice(from, from + size);

const inwx: Speaker = ({ path, body, headers }, { domains, zones, page, totp, isNarrow }, now) => {
  const { method, params } = JSON.parse(body) as { method: string; params: Json };
  const fail = (code: number, msg: string) => ok({ code, msg });
  if (path !== "/jsonrpc/") return { status: 404, body: {} };
  if (method === "account.login") {
    if (params.user !== "agentur" || params.pass !== "richtig") return fail(2200, "Authentication error");
    const resData = { customerId: 1, tfa: totp ? "GOOGLE-AUTH" : "0" };
    return {
      ...ok({ code: 1000, msg: "Command completed successfully", resData }),
      headers: { "Set-Cookie": `domrobot=${totp ? "halb" : "ganz"}; path=/; HttpOnly` },
    };
  }
  if (method === "account.unlock") {
    const epoch = Math.floor(now().getTime() / 1000);
    const isRight = verifySync({ secret: totpSecret, token: String(params.tan), epoch }).valid;
    if (headers.cookie !== "domrobot=halb" || !isRight) return fail(2200, "Authentication error");
    return { ...ok({ code: 1000, msg: "ok" }), headers: { "Set-Cookie": "domrobot=ganz; path=/" } };
  }
  if (headers.cookie !== "domrobot=ganz") return fail(2002, "Command use error");
  if (isNarrow && method !== "domain.list" && method !== "account.logout") return fail(2201, "Authorization error");
  const from = (Number(params.page) - 1) * page;
  if (method === "domain.list") {
    const rows = slice(domains, from, page).map(({ name, since, renews, auto, locked, nameservers }) => ({
      roId: 1,
      domain: name,
      period: "1Y",
      crDate: { scalar: since?.replaceAll("-", ""), timestamp: 1 },
      exDate: renews && `${renews}T23:59:59+01:00`,
      reDate: renews && `${renews}T00:00:00+01:00`,
      renewalMode: auto === false ? "AUTODELETE" : "AUTORENEW",
      transferLock: locked ? 1 : 0,
      status: "OK",
      ns: nameservers ?? [],
    }));
    return ok({ code: 1000, msg: "ok", resData: { count: domains.length, domain: rows } });
  }
  if (method === "nameserver.list") {
    const rows = slice(zones, from, page).map((domain) => ({ roId: 2, domain, type: "MASTER" }));
    return ok({ code: 1000, msg: "ok", resData: { count: zones.length, domains: rows } });
  }
  if (method === "domain.getPrices") {
    const price = (params.tld as string[]).map((tld) => ({
      tld,
      currency: "EUR",
      createPrice: 9,
      renewalPrice: tld === "de" ? 4.65 : 30,
      renewalPeriod: tld === "de" ? "1Y" : 2,
    }));
    return ok({ code: 1000, msg: "ok", resData: { price } });
  }
  return method === "account.logout" ? ok({ code: 1500, msg: "bye" }) : fail(2000, "Unknown command");
};

const autodns: Speaker = ({ path, headers, body, method }, { domains, zones }) => {
  const isIn = headers.authorization === `Basic ${btoa("agentur:richtig")}` && headers["x-domainrobot-context"] === "4";
  if (!isIn) return { status: 401, body: { status: { type: "ERROR", text: "Die Anmeldung ist fehlgeschlagen." } } };
  if (method !== "POST") return { status: 405, body: {} };
  const { view } = JSON.parse(body) as { view: { limit: number; offset: number } };
  const answer = (data: unknown[], total: number) =>
    ok({ stid: "1", status: { code: "S0105", type: "SUCCESS" }, object: { type: "domain", summary: total }, data });
  if (path.startsWith("/v1/zone/_search"))
    return answer(
      slice(zones, view.offset, view.limit).map((origin) => ({ origin, nameServers: [{ name: "a.ns14.net" }] })),
      zones.length,
    );
  if (!path.startsWith("/v1/domain/_search?keys%5B%5D=created")) return { status: 404, body: {} };
  const rows = slice(domains, view.offset, view.limit).map(({ name, since, renews, auto, locked, nameservers }) => ({
    name,
    idn: name,
    created: since && `${since}T10:00:00.000+0200`,
    payable: renews && `${renews}T10:00:00.000+0200`,
    expire: name.endsWith(".de") ? undefined : "2031-01-01T00:00:00.000+0100",
    autoRenewStatus: auto === false ? "FALSE" : "TRUE",
    registryStatus: locked ? "LOCK" : "ACTIVE",
    nameServers: nameservers?.map((each) => ({ name: each })),
  }));
  return answer(rows, domains.length);
};

const cloudflare: Speaker = ({ path, headers }, { domains, zones, page }) => {
  const fail = (status: number, message: string) => ({
    status,
    body: { success: false, errors: [{ code: 1, message }] },
  });
  if (headers.authorization !== "Bearer richtig") return fail(403, "Authentication error");
  const query = queryOf(path);
  if (path.startsWith("/client/v4/zones")) {
    const rows = zones.map((name) => ({ id: name, name, name_servers: ["amy.ns.cloudflare.com"], status: "active" }));
    return ok({ success: true, result: rows, result_info: { page: 1, total_pages: 1 } });
  }
  if (!path.startsWith("/client/v4/accounts/0123456789abcdef0123456789abcdef/registrar/registrations"))
    return fail(404, "Not found");
  const from = Number(query.get("cursor") ?? 0);
  const size = Math.min(page, Number(query.get("per_page")));
  const rows = slice(domains, from, size).map(({ name, since, renews, auto, locked }) => ({
    domain_name: name.toUpperCase(),
    status: "active",
    created_at: `${since}T00:00:00Z`,
    expires_at: renews && `${renews}T00:00:00Z`,
    auto_renew: auto !== false,
    locked: Boolean(locked),
    privacy_mode: "redaction",
  }));
  const next = from + size < domains.length ? String(from + size) : "";
  return ok({ success: true, result: rows, result_info: { count: rows.length, cursor: next, per_page: size } });
};

const hetznerDns: Speaker = ({ path, headers }, { zones, page }) => {
  if (headers.authorization !== "Bearer richtig")
    return { status: 401, body: { error: { code: "unauthorized", message: "unable to authenticate" } } };
  if (!path.startsWith("/v1/zones?")) return { status: 404, body: {} };
  const at = Number(queryOf(path).get("page"));
  const rows = slice(zones, (at - 1) * page, page).map((name, id) => ({
    id,
    name,
    ttl: 3600,
    mode: "primary",
    registrar: "other",
    record_count: 3,
    authoritative_nameservers: { assigned: ["hydrogen.ns.hetzner.com.", "oxygen.ns.hetzner.com."], delegated: [] },
  }));
  const pagination = { page: at, per_page: 50, next_page: at * page < zones.length ? at + 1 : null };
  return ok({ zones: rows, meta: { pagination } });
};

const ionos: Speaker = ({ path, headers }, stock) => {
  const { domains, zones, broken } = stock;
  if (headers["x-api-key"] !== "praefix.richtig")
    return { status: 401, body: { message: "Missing or invalid API key." } };
  const pause: Spoken = { status: 429, body: {}, headers: { "Retry-After": "60" } };
  if (path === "/dns/v1/zones" && stock.patience === 0) return pause;
  if (path === "/dns/v1/zones") return ok(zones.map((name) => ({ name, id: name, type: "NATIVE" })));
  const query = queryOf(path);
  if (path.startsWith("/domains/v1/domainitems?")) {
    const [limit, offset] = [Number(query.get("limit")), Number(query.get("offset"))];
    const rows = slice(domains, offset, limit).map(({ name }) => ({ id: `id-${name}`, name, tld: name.split(".")[1] }));
    return ok({ count: domains.length, offset, limit, domains: rows });
  }
  const [, id = ""] = /^\/domains\/v1\/domainitems\/id-([^?]+)\?includeDomainStatus=true$/.exec(path) ?? [];
  if (stock.patience === 0) return pause;
  if (stock.patience !== undefined) stock.patience -= 1;
  const found = domains.find(({ name }) => name === decodeURIComponent(id));
  if (!found || found.name === broken)
    return { status: 404, body: [{ code: "NOT_FOUND", message: "Domain not found." }] };
  const { name, renews, auto, locked } = found;
  const ends = renews && `${renews}T00:00:00.000Z`;
  const provisioningStatus = { type: "ACTIVE", ...(auto === false ? { setToExpireOn: ends } : { setToRenewOn: ends }) };
  const state = {
    autoRenew: auto !== false,
    transferLock: Boolean(locked),
    expirationDate: "2031-01-01T00:00:00.000Z",
  };
  return ok({ id: `id-${name}`, name, tld: "de", ...state, status: { provisioningStatus } });
};

const netcup: Speaker = ({ path, body }, { domains, broken }) => {
  const { action, param } = JSON.parse(body) as { action: string; param: Json };
  const said = (responsedata: unknown) =>
    ok({ action, status: "success", statuscode: 2000, shortmessage: "ok", longmessage: "ok", responsedata });
  const fail = (statuscode: number, longmessage: string) =>
    ok({ action, status: "error", statuscode, shortmessage: "error", longmessage, responsedata: "" });
  if (path !== "/run/webservice/servers/endpoint.php?JSON") return { status: 404, body: {} };
  const isKnown = param.customernumber === "4711" && param.apikey === "schluessel";
  if (action === "login")
    return isKnown && param.apipassword === "richtig"
      ? said({ apisessionid: "sitzung" })
      : fail(4013, "The login to the API failed. The API key or password is wrong.");
  if (!isKnown || param.apisessionid !== "sitzung") return fail(4001, "The session id is not in a valid format.");
  if (action === "logout") return said("");
  if (action === "listallDomains") return said(domains.map(({ name }) => ({ domainname: name, state: "active" })));
  const found = domains.find(({ name }) => name === param.domainname);
  if (action !== "infoDomain" || !found || found.name === broken) return fail(5029, "Domain not found.");
  const { name, renews, auto, nameservers } = found;
  return said({
    domainname: name,
    state: "active",
    nextbilling: renews,
    cancellationrunning: auto === false ? "TRUE" : "FALSE",
    runtimemonths: "12",
    priceperruntime: "5.04",
    nameserverentry: nameservers?.map((hostname) => ({ hostname, ipv4: "", ipv6: "" })),
  });
};

const speakers: Readonly<Record<RegistrarServiceName, Speaker>> = {
  inwx,
  autodns,
  cloudflare,
  hetznerDns,
  ionos,
  netcup,
};
