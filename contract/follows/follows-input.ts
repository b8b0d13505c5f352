import { id } from "../pagination.ts";
import { z } from "../zod.ts";
import { followedTypes } from "./follows.ts";

export const getFollowing = z.strictObject({ type: z.enum(followedTypes), id });
export const setFollowing = getFollowing.extend({ on: z.boolean() });
