import { type OpenPort, type PortAnswer, scannedPorts } from "../../../contract/addresses/addresses.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { dayMs, secondMs } from "../../../contract/time/durations.ts";
import { openNetworkOwners } from "../../checks/network-owners.ts";
import { mayReach } from "../../outbound/addresses.ts";
import { connectGuarded } from "../../outbound/guarded-connect.ts";
import { recordChangeEvents } from "../change-events/record.ts";
import { LookupDelay, type LookupRule } from "../lookups/kinds.ts";
import { askPanel } from "./panels.ts";

const maxAddresses = 4;
const answerMs = 2 * secondMs;
const atOnce = 5;

/**
 * Once a week, for hosts where somebody has switched it on: which of a fixed list of ports answer at the addresses that
 * people entered for this host. Where a panel may answer its login page is read; nothing else is sent, and addresses of
 * delivery networks are left alone.
 */
export const portLookup: LookupRule<PortAnswer, "host"> = {
  kind: "ports",
  atOnce: 2,
  async ask({ services: { db, now }, allowedNetworks }, { id }) {
    const host = await db.selectFrom("hosts").select(["scansPorts", "ips"]).where("id", "=", id).executeTakeFirst();
    if (host?.scansPorts !== 1) throw new LookupDelay("Nobody has switched it on", now().getTime() + dayMs);
    const ownerOf = openNetworkOwners();
    const ips = parseOwnJson<string[]>(host.ips).filter(
      (ip) => mayReach(ip, allowedNetworks) && ownerOf(ip) !== "cloudflare",
    );
    const wanted = ips
      .slice(0, maxAddresses)
      .flatMap((ip) => Object.keys(scannedPorts).map((port) => ({ ip, port: Number(port) })));
    const open: OpenPort[] = [];
    const next = async () => {
      for (let target = wanted.shift(); target; target = wanted.shift())
        if (await answers(target, allowedNetworks)) open.push(await withPanel(target, allowedNetworks));
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    return { open: open.toSorted((a, b) => a.ip.localeCompare(b.ip) || a.port - b.port) };
  },
  async keep(tx, { id }, { open }, before) {
    const names = (ports: PortAnswer["open"]) => (ports ?? []).map(nameOf);
    const [was, is] = [names(before?.open ?? null), names(open)];
    const isNew = open?.some((each) => scannedPorts[each.port]?.risk && !was.includes(nameOf(each)));
    if (before?.open && isNew)
      await recordChangeEvents(tx, [
        { source: "website", kind: "openPort", target: { type: "host", id }, before: was, after: is },
      ]);
    tx.signal({ event: "recordsChanged", payload: { records: { type: "host", ids: [id] } } });
  },
  waitMs: () => 7 * dayMs,
};

async function withPanel(target: OpenPort, allowedNetworks: readonly string[]): Promise<OpenPort> {
  const panel = scannedPorts[target.port]?.panel ? await askPanel(target, allowedNetworks) : undefined;
  return panel ? { ...target, panel } : target;
}

const nameOf = ({ ip, port }: OpenPort) => `${ip}: ${port} (${scannedPorts[port]?.label ?? "?"})`;

async function answers({ ip, port }: { ip: string; port: number }, allowedNetworks: readonly string[]) {
  try {
    const { socket } = await connectGuarded({ host: ip, port, allowedNetworks, signal: AbortSignal.timeout(answerMs) });
    socket.destroy();
    return true;
  } catch {
    return false;
  }
}
