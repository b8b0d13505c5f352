import { generate } from "otplib";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { askJson, baseOf, maxPages, RegistrarPause, refusedKeys } from "./ask-json.ts";
import type { Connector, ListedDomain, RegistrarPrice, RegistrarTools, RegistrarValues } from "./connector.ts";
import { listOf, objectOf, readCents, readDay, readFlag, readName, readNames, textOf } from "./read-values.ts";

const pageSize = 250;

/** DomRobot by JSON-RPC: https://www.inwx.de/de/help/apidoc. A session lives in a cookie. */
export const inwx: Connector = {
  async open(values, tools) {
    const call = await signIn(values, tools);
    return {
      async listDomains() {
        const rows = await allPages(call, "domain.list", { wide: 2 });
        return rows.flatMap(toListed);
      },
      getDomain: () => Promise.reject(new Error("INWX lists whole domains")),
      async listZones() {
        const rows = await allPages(call, "nameserver.list", {});
        return rows.flatMap((row) => {
          const nameAce = readName(objectOf(row).domain);
          return nameAce ? [{ nameAce, nameservers: null }] : [];
        });
      },
      async prices(endings) {
        const { price } = await call("domain.getPrices", { tld: [...endings], vat: false });
        return new Map(listOf(price).flatMap(toPrice));
      },
      close: async () => void (await call("account.logout", {}).catch(() => undefined)),
    };
  },
};

type Call = (method: string, params: object) => Promise<Record<string, unknown>>;

async function signIn(values: RegistrarValues, tools: RegistrarTools): Promise<Call> {
  const url = `${baseOf(values.server, "https://api.domrobot.com")}/jsonrpc/`;
  let cookie = "";
  const call: Call = async (method, params) => {
    const headers = cookie ? { Cookie: cookie } : undefined;
    const { body, cookies } = await askJson(tools, { url, json: { method, params }, ...(headers && { headers }) });
    const [fresh] = cookies;
    if (fresh) cookie = fresh.split(";", 1)[0] ?? "";
    const code = Number(body.code);
    if (code === 2200 || code === 2201) throw refusedKeys();
    if (code === 2502) throw new RegistrarPause(undefined);
    if (!(code >= 1000 && code < 2000))
      throw new OutboundProblem(`INWX lehnt ab: ${textOf(body.msg) ?? "ohne Grund"}.`, { code: "protocol" });
    return objectOf(body.resData);
  };
  const { user = "", password = "", totpSecret } = values;
  const { tfa } = await call("account.login", { user, pass: password, lang: "de" });
  const isSecondAsked = typeof tfa === "string" && tfa !== "" && tfa !== "0";
  if (isSecondAsked && !totpSecret)
    throw new OutboundProblem("Das Konto verlangt einen zweiten Faktor: Bitte trage sein Geheimnis ein.", {
      code: "httpStatus",
    });
  if (isSecondAsked && totpSecret) {
    const epoch = Math.floor(tools.now().getTime() / 1000);
    await call("account.unlock", { tan: await generate({ secret: totpSecret.replace(/\s/g, ""), epoch }) });
  }
  return call;
}

async function allPages(call: Call, method: string, params: object): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { domain, domains, count } = await call(method, { ...params, page, pagelimit: pageSize });
    const found = [...listOf(domain), ...listOf(domains)];
    rows.push(...found);
    if (found.length === 0 || rows.length >= Number(count ?? 0)) break;
  }
  return rows;
}

function toListed(row: unknown): ListedDomain[] {
  const { domain, domainAce, crDate, exDate, reDate, renewalMode, transferLock, status, ns } = objectOf(row);
  const nameAce = readName(domainAce ?? domain);
  if (!nameAce) return [];
  const whole = {
    nameAce,
    registeredOn: readDay(crDate),
    renewsOn: readDay(reDate) ?? readDay(exDate),
    price: null,
    autoRenew: typeof renewalMode === "string" ? renewalMode === "AUTORENEW" : null,
    isLocked: readFlag(transferLock),
    nameservers: readNames(ns),
    status: textOf(status),
  };
  return [{ nameAce, domain: whole }];
}

function toPrice(row: unknown): [string, RegistrarPrice][] {
  const { tld, currency, renewalPrice, renewalPeriod } = objectOf(row);
  const cents = readCents(renewalPrice);
  const years = Number.parseInt(String(renewalPeriod ?? 1), 10) || 1;
  if (typeof tld !== "string" || cents === null) return [];
  return [[tld.toLowerCase(), { cents, currency: textOf(currency) ?? "EUR", months: years * 12 }]];
}
