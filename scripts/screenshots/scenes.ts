import { accountScenes } from "./account-scenes.ts";
import { entranceScenes } from "./entrance-scenes.ts";
import { importScenes } from "./import-scenes.ts";
import { listScenes } from "./list-scenes.ts";
import { liveScenes } from "./live-scenes.ts";
import { recordScenes } from "./record-scenes.ts";
import { shellScenes } from "./shell-scenes.ts";
import type { Scene } from "./studio.ts";
import { watchScenes } from "./watch-scenes.ts";
import { wikiScenes } from "./wiki-scenes.ts";

/** Every state of the portal, by the name of its picture. */
export const scenes: Record<string, Scene> = {
  ...entranceScenes,
  ...shellScenes,
  ...listScenes,
  ...recordScenes,
  ...watchScenes,
  ...importScenes,
  ...wikiScenes,
  ...liveScenes,
  ...accountScenes,
};
