import { networkSettings } from "../../../contract/settings/network.ts";
import { StartProblem } from "../../start-problem.ts";

export interface AgentEnvironment {
  portalUrl: URL;
  token: string;
  /** Private networks that checks may reach from here: whoever runs the agent decides it, and no portal. */
  allowedNetworks: readonly string[];
  /** `address:port` of a name server; the system's when undefined. */
  nameServer: string | undefined;
  logLevel: string;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Reads the variables of an agent; throws a StartProblem that names the first wrong one. */
export function readAgentEnvironment(variables: Record<string, string | undefined>): AgentEnvironment {
  const { PORTAL_URL, AGENT_TOKEN, ALLOWED_NETWORKS, CHECK_RESOLVER, LOG_LEVEL } = variables;
  if (!PORTAL_URL || !URL.canParse(PORTAL_URL))
    throw new StartProblem("PORTAL_URL fehlt: die Adresse des Portals, wie https://portal.agentur.de.");
  const portalUrl = new URL(PORTAL_URL);
  if (portalUrl.protocol !== "https:" && !(portalUrl.protocol === "http:" && loopback.test(portalUrl.hostname)))
    throw new StartProblem("PORTAL_URL muss mit https:// beginnen: Unverschlüsselt könnte jeder das Token mitlesen.");
  const token = AGENT_TOKEN?.trim();
  if (!token)
    throw new StartProblem("AGENT_TOKEN fehlt: Du bekommst es unter „Einstellungen“ › „Messpunkte“, ein einziges Mal.");
  const networks = networkSettings.shape.allowedNetworks.safeParse(ALLOWED_NETWORKS?.split(/[\s,]+/).filter(Boolean));
  if (!networks.success)
    throw new StartProblem(
      "ALLOWED_NETWORKS hat keinen gültigen Wert: erwartet werden Netze wie 10.0.0.0/8,192.168.1.5.",
    );
  return {
    portalUrl,
    token,
    allowedNetworks: networks.data,
    nameServer: CHECK_RESOLVER || undefined,
    logLevel: LOG_LEVEL || "info",
  };
}
