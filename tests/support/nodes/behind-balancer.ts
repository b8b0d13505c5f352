import { onTestFinished } from "vitest";
import { startTestPortal, type TestPortal, type TestPortalOptions } from "../portal/portal.ts";
import { freePort } from "../portal/portal-process.ts";
import type { openBalancer } from "./balancer.ts";
import type { SharedPlace } from "./shared-place.ts";

export interface NodeBehind {
  portal: TestPortal;
  /** Past the balancer. */
  address: string;
}

/** Two nodes of a portal behind a balancer, until the end of the test; the first one the test ends itself. */
export async function openNodesBehind(
  place: SharedPlace,
  open: typeof openBalancer,
  options: Pick<TestPortalOptions, "pages"> = {},
): Promise<{ url: string; first: NodeBehind; second: NodeBehind }> {
  const port = Number(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const start = async (name: string): Promise<NodeBehind> => {
    const PORT = await freePort();
    const env = { ...place.env, NODE_NAME: name, PORT, PUBLIC_URL: url, TRUST_PROXY: "1" };
    const portal = await startTestPortal({ ...options, dataDir: place.newDataDir(), env });
    return { portal, address: `127.0.0.1:${PORT}` };
  };
  const first = await start("eins");
  const second = await start("zwei");
  onTestFinished(() => second.portal.stop());
  const balancer = await open(port, [first.address, second.address]);
  onTestFinished(() => balancer.close());
  return { url, first, second };
}
