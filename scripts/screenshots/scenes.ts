import { accountScenes } from "./account-scenes.ts";
import { entranceScenes } from "./entrance-scenes.ts";
import { liveScenes } from "./live-scenes.ts";
import { shellScenes } from "./shell-scenes.ts";
import type { Scene } from "./studio.ts";

/** Every state of the shell, by the name of its picture. */
export const scenes: Record<string, Scene> = { ...entranceScenes, ...shellScenes, ...liveScenes, ...accountScenes };
