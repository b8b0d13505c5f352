import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { askJson, baseOf, RegistrarPause } from "./ask-json.ts";
import type { Connector, RegistrarDomain, RegistrarPrice, RegistrarTools, RegistrarValues } from "./connector.ts";
import { listOf, objectOf, readCents, readDay, readFlag, readName, readNames, textOf } from "./read-values.ts";

/** The web service of the CCP: https://ccp.netcup.net/run/webservice/servers/endpoint.php. Its errors come with status 200. */
export const netcup: Connector = {
  async open(values, tools) {
    const call = await signIn(values, tools);
    return {
      async listDomains() {
        return listOf(await call("listallDomains", {})).flatMap((row) => {
          const nameAce = readName(typeof row === "string" ? row : objectOf(row).domainname);
          return nameAce ? [{ nameAce, key: nameAce }] : [];
        });
      },
      getDomain: async (domainname) =>
        toDomain(objectOf(await call("infoDomain", { domainname, registryinformationflag: false }))),
      listZones: async () => [],
      prices: async () => new Map(),
      close: async () => void (await call("logout", {}).catch(() => undefined)),
    };
  },
};

type Call = (action: string, param: object) => Promise<unknown>;

async function signIn(values: RegistrarValues, tools: RegistrarTools): Promise<Call> {
  const { customerNumber: customernumber = "", apiKey: apikey = "", apiPassword: apipassword = "" } = values;
  const url = `${baseOf(values.server, "https://ccp.netcup.net")}/run/webservice/servers/endpoint.php?JSON`;
  let apisessionid = "";
  const call: Call = async (action, param) => {
    const json = { action, param: { customernumber, apikey, ...(apisessionid && { apisessionid }), ...param } };
    const { body } = await askJson(tools, { url, json });
    if (body.status === "success") return body.responsedata;
    const reason = textOf(body.longmessage) ?? "ohne Grund";
    if (/requests per minute/i.test(reason)) throw new RegistrarPause(undefined);
    const what = action === "login" ? "lehnt die Zugangsdaten ab" : "lehnt ab";
    throw new OutboundProblem(`netcup ${what}: ${reason}`, { code: "protocol" });
  };
  apisessionid = textOf(objectOf(await call("login", { apipassword })).apisessionid) ?? "";
  if (!apisessionid) throw new OutboundProblem("Die Antwort ist keine von diesem Registrar.", { code: "protocol" });
  return call;
}

function toDomain(row: Record<string, unknown>): RegistrarDomain {
  const { domainname, nextbilling, cancellationrunning, nameserverentry, state } = row;
  const nameAce = readName(domainname);
  if (!nameAce) throw new OutboundProblem("Die Antwort nennt keine Domain.", { code: "protocol" });
  const isCancelled = readFlag(cancellationrunning);
  return {
    nameAce,
    registeredOn: null,
    renewsOn: readDay(nextbilling),
    isLocked: null,
    price: priceIn(row),
    autoRenew: isCancelled === null ? null : !isCancelled,
    nameservers: readNames(nameserverentry),
    status: textOf(state),
  };
}

function priceIn({ priceperruntime, runtimemonths }: Record<string, unknown>): RegistrarPrice | null {
  const [cents, months] = [readCents(priceperruntime), Number(runtimemonths)];
  return cents && Number.isInteger(months) && months > 0 ? { cents, currency: "EUR", months } : null;
}
