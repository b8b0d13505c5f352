import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { allowanceOf, localLimits, type RateLimits } from "../rate-limit.ts";
import type { Bus } from "./bus.ts";

/** A server that hangs counts as away only after some seconds; until then each question waits no longer than this. */
const answerLimitMs = 250;
const minuteMs = 60_000;

/** By the clock of Redis, since those of the nodes differ. */
const takeFromBucket = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local max, cost = tonumber(ARGV[1]), tonumber(ARGV[2])
local known = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = tonumber(known[1]) or max
local passed = math.max(0, now - (tonumber(known[2]) or now))
left = math.min(max, left + passed * max / ${minuteMs})
local isAllowed = left >= cost
if isAllowed then left = left - cost end
redis.call('HSET', KEYS[1], 'left', string.format('%.6f', left), 'at', string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[1], ${minuteMs})
return { isAllowed and 1 or 0, string.format('%.6f', left) }`;

const countInMinute = `
local time = redis.call('TIME')
local key = KEYS[1] .. ':' .. string.format('%.0f', math.floor(time[1] / 60))
local count = redis.call('INCR', key)
if count == 1 then redis.call('PEXPIRE', key, ${minuteMs}) end
return count`;

interface RedisLimitsOptions {
  redis: Pick<Redis, "eval">;
  bus: Pick<Bus, "isConnected">;
  prefix: string;
}

/** Limits that all nodes count together; while Redis is away or does not answer, each of them counts for itself. */
export function redisLimits({ redis, bus, prefix }: RedisLimitsOptions): RateLimits {
  const own = localLimits();

  /** Callers may be secrets, such as the token of a calendar: none of them is told. */
  function keyOf(name: string, caller: string): string {
    return `${prefix}:limit:${name}:${createHash("sha256").update(caller).digest("base64url").slice(0, 24)}`;
  }

  /** Undefined where there is no answer in time. */
  async function ask(script: string, key: string, ...given: number[]): Promise<unknown> {
    if (!bus.isConnected()) return undefined;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    // After a pause of this process the answer may be there already, behind the timer.
    const limit = setTimeout(() => setImmediate(resolve), answerLimitMs);
    redis.eval(script, 1, key, ...given).then(resolve, () => resolve(undefined));
    return promise.finally(() => clearTimeout(limit));
  }

  return {
    openBucket(name, max) {
      const takeOwn = own.openBucket(name, max);
      return async (caller, now, cost = 1) => {
        const answer = await ask(takeFromBucket, keyOf(name, caller), max, cost);
        if (!Array.isArray(answer)) return takeOwn(caller, now, cost);
        const [isAllowed, left] = answer;
        return allowanceOf({ max, left: Number(left), isAllowed: isAllowed === 1, cost });
      };
    },
    perMinute(name, max, now) {
      const isTooManyHere = own.perMinute(name, max, now);
      return async (caller = "unknown") => {
        const count = await ask(countInMinute, keyOf(name, caller));
        return typeof count === "number" ? count > max : isTooManyHere(caller);
      };
    },
  };
}
