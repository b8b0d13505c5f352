import type { RegistrarServiceName } from "../../../contract/registrar-connections/services.ts";
import { autodns } from "./autodns.ts";
import { cloudflare } from "./cloudflare.ts";
import type { Connector } from "./connector.ts";
import { hetznerDns } from "./hetzner-dns.ts";
import { inwx } from "./inwx.ts";
import { ionos } from "./ionos.ts";
import { netcup } from "./netcup.ts";

/** How each registrar is asked. */
export const connectors: Readonly<Record<RegistrarServiceName, Connector>> = {
  inwx,
  autodns,
  cloudflare,
  hetznerDns,
  ionos,
  netcup,
};
