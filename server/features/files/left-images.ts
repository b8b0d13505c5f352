import type { Services } from "../../trpc/context.ts";

const atOnce = 500;

/**
 * Forgets the images that this node has made of files which another node has removed. On the only node of a portal they go
 * with their file.
 */
export async function removeLeftImages({ db, nodes, uploads }: Pick<Services, "db" | "nodes" | "uploads">) {
  if (!nodes.isShared) return;
  const keys = await uploads.variants.keys();
  for (let from = 0; from < keys.length; from += atOnce) {
    const some = keys.slice(from, from + atOnce);
    const rows = await db.selectFrom("files").select("key").where("key", "in", some).execute();
    const known = new Set(rows.map(({ key }) => key));
    for (const key of some) if (!known.has(key)) await uploads.variants.remove(key);
  }
}
