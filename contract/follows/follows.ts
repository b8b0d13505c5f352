/** The records that people follow to hear of them beyond what they are responsible for. */
export const followedTypes = ["website", "domain", "host"] as const;
export type FollowedType = (typeof followedTypes)[number];
