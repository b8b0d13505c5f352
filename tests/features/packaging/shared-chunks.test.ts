import type { ManualChunkMeta, ModuleInfo } from "rollup";
import { expect, test } from "vitest";
import { sharedChunks } from "../../../scripts/shared-chunks.ts";

interface Module {
  code?: string;
  imports?: readonly string[];
  fetchedBy?: readonly string[];
}

const lists = ["customers", "devices", "domains", "hosts"].map((type) => `/app/routes/_shell.${type}._index.tsx`);
const queries = "/node_modules/@tanstack/react-query/build/modern";
const core = "/node_modules/@tanstack/query-core/build/modern";

/** The chunk of each module, as Rollup asks for it. */
function chunksOf(modules: Record<string, Module>): (id: string) => string | undefined {
  const infos = new Map(
    Object.entries(modules).map(([id, { code = "", imports = [], fetchedBy = [] }]) => [
      id,
      { id, code, importedIds: imports, dynamicImporters: fetchedBy } as unknown as ModuleInfo,
    ]),
  );
  const meta: ManualChunkMeta = { getModuleIds: () => infos.keys(), getModuleInfo: (id) => infos.get(id) ?? null };
  const chunkOf = sharedChunks();
  return (id) => chunkOf(id, meta) ?? undefined;
}

test("what several lists share is one file, apart from what some page fetches later", () => {
  const imports = ["/app/records/list.tsx", "/app/ui/question.tsx"];
  const chunkOf = chunksOf({
    ...Object.fromEntries(lists.map((list) => [list, { imports }])),
    "/app/records/list.tsx": { code: "list" },
    "/app/ui/question.tsx": { code: "question", fetchedBy: ["/app/lib/confirm.tsx"] },
  });
  expect(chunkOf("/app/records/list.tsx")).toMatch(/^list-/);
  expect(chunkOf("/app/ui/question.tsx")).toBeUndefined();
});

test("what needs Zod is apart from what does not, which some page may fetch without it", () => {
  const zod = "/node_modules/zod/v4/core/schemas.js";
  const imports = ["/app/records/list.tsx", "/contract/records/list-input.ts"];
  const chunkOf = chunksOf({
    ...Object.fromEntries(lists.map((list) => [list, { imports }])),
    "/app/records/list.tsx": { code: "list" },
    "/contract/records/list-input.ts": { code: "input", imports: [zod] },
    [zod]: { code: "zod" },
  });
  expect(chunkOf("/contract/records/list-input.ts")).toBe(chunkOf(zod));
  expect(chunkOf("/app/records/list.tsx")).not.toBe(chunkOf(zod));
});

test("of a package that passes on what many files export, a page needs the files behind the names that it takes", () => {
  const chunkOf = chunksOf({
    "/app/routes/_shell.tsx": {
      code: 'import { useQuery, hashKey as hash } from "@tanstack/react-query";',
      imports: [`${queries}/index.js`],
    },
    [`${queries}/index.js`]: {
      code: 'import { useQuery } from "./useQuery.js";\nimport { useQueries } from "./useQueries.js";\nexport * from "@tanstack/query-core";\nexport { useQueries, useQuery };',
      imports: [`${queries}/useQuery.js`, `${queries}/useQueries.js`, `${core}/index.js`],
    },
    [`${core}/index.js`]: {
      code: 'import { hashKey } from "./utils.js";\nimport { QueriesObserver } from "./queriesObserver.js";',
      imports: [`${core}/utils.js`, `${core}/queriesObserver.js`],
    },
    [`${queries}/useQuery.js`]: {},
    [`${queries}/useQueries.js`]: {},
    [`${core}/utils.js`]: {},
    [`${core}/queriesObserver.js`]: {},
  });
  expect(chunkOf(`${queries}/useQuery.js`)).toBe("shell");
  expect(chunkOf(`${core}/utils.js`)).toBe("shell");
  expect(chunkOf(`${queries}/useQueries.js`)).toBeUndefined();
  expect(chunkOf(`${core}/queriesObserver.js`)).toBeUndefined();
});
