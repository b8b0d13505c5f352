import { id } from "../pagination.ts";
import { z } from "../zod.ts";

/** The records that people follow to hear of them beyond what they are responsible for. */
export const followedTypes = ["website", "domain", "host"] as const;
export type FollowedType = (typeof followedTypes)[number];

export const getFollowing = z.strictObject({ type: z.enum(followedTypes), id });
export const setFollowing = getFollowing.extend({ on: z.boolean() });
