import ipaddr from "ipaddr.js";

/** How many checks may run at once, and how many of them those that hang may take. */
export interface Limits {
  answering: number;
  hanging: number;
}

const minRunning = { answering: 40, hanging: 10 } as const;
/** Beyond these a process spends its time on connections instead of answers. */
const maxRunning = { answering: 400, hanging: 100 } as const;
/** Room for what comes unevenly. */
const headroom = 1.5;
const lateFromMs = 1000;

interface Load {
  /** Checks a second. */
  rate: number;
  /** In which 95 of 100 of them end; their average where a few take so much longer that it lies above. */
  seconds: number;
}

/**
 * The limits that keep up with what is due: as many at once as come in a second times the seconds that 95 of 100 take, at
 * least 50 and at most 500 together, and more for as long as some begin late. Targets that hang take theirs from a share of
 * their own, so that they delay nobody.
 */
export function openLimits(ceiling: () => number) {
  const boosts = { answering: 1, hanging: 1 };
  const share = (kind: keyof Limits, { rate, seconds }: Load) => {
    const top = Math.floor((maxRunning[kind] * ceiling()) / 500);
    const needed = Math.max(minRunning[kind], Math.ceil(rate * seconds * headroom));
    return Math.min(top, Math.ceil(needed * boosts[kind]));
  };
  return {
    adjust(loads: Record<keyof Limits, Load>, lateMs: Record<keyof Limits, number>): Limits {
      for (const kind of ["answering", "hanging"] as const)
        boosts[kind] = lateMs[kind] > lateFromMs ? Math.min(10, boosts[kind] * 1.5) : Math.max(1, boosts[kind] * 0.95);
      return { answering: share("answering", loads.answering), hanging: share("hanging", loads.hanging) };
    },
  };
}

/** Keeps the last durations, and says how long one takes. */
export function openDurations(size = 500) {
  const kept: number[] = [];
  let next = 0;
  return {
    add(seconds: number) {
      kept[next] = seconds;
      next = (next + 1) % size;
    },
    /** A second as long as nothing is known. */
    typical(): number {
      if (kept.length === 0) return 1;
      const sorted = [...kept].sort((one, other) => one - other);
      const p95 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 1;
      return Math.max(p95, kept.reduce((sum, seconds) => sum + seconds, 0) / kept.length);
    },
  };
}

const perAddress = 1;
const maxWaiting = 2;
/** Behind one address of a content delivery network stand many servers. */
const perSharedAddress = 8;
/** Where nobody takes connections nobody is burdened by several that try, and an outage of forty is seen in minutes. */
const perSilentAddress = 8;

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/** Lets so many checks at a time connect to one address, in the order in which they came. */
export function openLanes(isShared: (address: string) => boolean = () => false) {
  const lanes = new Map<string, Lane>();
  const silent = new Set<string>();
  const widthOf = (address: string) => {
    if (isShared(address)) return perSharedAddress;
    return silent.has(address) ? perSilentAddress : perAddress;
  };
  const leave = (address: string, lane: Lane) => {
    lane.running -= 1;
    // Whoever waits takes over the slot, so that nobody comes between.
    while (lane.running < widthOf(address)) {
      const next = lane.waiting.shift();
      if (!next) break;
      lane.running += 1;
      next();
    }
    if (lane.running === 0) lanes.delete(address);
  };
  return {
    async run<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
      const lane = lanes.get(address) ?? { running: 0, waiting: [] };
      lanes.set(address, lane);
      if (lane.running >= widthOf(address)) await new Promise<void>((resolve) => lane.waiting.push(resolve));
      else lane.running += 1;
      try {
        return await work();
      } finally {
        leave(address, lane);
      }
    },
    /** Remembers whether an address took the last connection. */
    note(address: string, isSilent: boolean) {
      if (isSilent) silent.add(address);
      else silent.delete(address);
    },
    /** Whether a check of this address would have to wait for several others. */
    isFull(address: string): boolean {
      const lane = lanes.get(address);
      return lane !== undefined && lane.waiting.length >= maxWaiting;
    },
  };
}

/** Says whether an address lies in one of many networks, by its first bits. */
export function openNetworks(networks: readonly string[]): (address: string) => boolean {
  const byLength = new Map<string, Set<string>>();
  for (const network of networks) {
    const [base, bits] = ipaddr.parseCIDR(network);
    const kind = `${base.kind()}/${bits}`;
    byLength.set(kind, (byLength.get(kind) ?? new Set()).add(prefixOf(base.toByteArray(), bits)));
  }
  const lengths = [...byLength].map(([kind, prefixes]) => {
    const [family, bits] = kind.split("/");
    return { family, bits: Number(bits), prefixes };
  });
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    const bytes = address.toByteArray();
    return lengths.some(
      ({ family, bits, prefixes }) => family === address.kind() && prefixes.has(prefixOf(bytes, bits)),
    );
  };
}

function prefixOf(bytes: readonly number[], bits: number): string {
  const whole = bytes.slice(0, bits >> 3);
  const rest = bits & 7;
  const part = rest === 0 ? [] : [(bytes[bits >> 3] ?? 0) & (0xff << (8 - rest))];
  return [...whole, ...part].join(".");
}
