import type { Dns } from "../../lookups/dns/resolver.ts";
import type { ResolveName } from "../../outbound/resolver.ts";

/** By what the internet is asked. */
export interface DiscoveryTools {
  resolveName: ResolveName;
  /** Opens a search of the DNS for one look at a domain; absent where nothing is looked up. */
  openDns?: ((allowedNetworks: readonly string[]) => Dns) | undefined;
}
