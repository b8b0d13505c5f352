import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../../server/api/openapi.ts";
import { apiRoutes } from "../../../server/api/routes.ts";

interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
}
interface Described {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: { "application/json": { schema: Schema } } }> }>
  >;
}

const { paths } = openApiDocument("https://portal.example") as unknown as Described;
const answerOf = (method: string, path: string): Schema => {
  const responses = Object.entries(paths[path]?.[method]?.responses ?? {});
  const [, good] = responses.find(([status]) => status.startsWith("2")) ?? [];
  return good?.content?.["application/json"].schema ?? {};
};

describe("the description of what watches", () => {
  it("says of every operation what it answers", () => {
    const silent = apiRoutes
      .filter(
        ({ scope, path, method }) => scope.startsWith("monitoring:") && !path.includes("legal") && method !== "delete",
      )
      .filter(({ method, path }) => {
        const { properties, items } = answerOf(method, path);
        return !properties && !items?.properties;
      });
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it("has the machine's values of websites, hosts and domains with their kinds", () => {
    const valuesOf = (path: string) => answerOf("get", path).properties?.values?.properties ?? {};
    const states = ["unknown", "online", "degraded", "offline", "maintenance", "paused"];
    const website = valuesOf("/websites/{id}");
    expect(website.status?.enum).toEqual(expect.arrayContaining(states));
    expect(website.responseTimeMs?.type).toContain("integer");
    expect(website.certificateExpiresAt).toMatchObject({ format: "date-time" });
    expect(website.checkedAt).toMatchObject({ format: "date-time" });
    expect(valuesOf("/hosts/{id}").status?.enum).toEqual(expect.arrayContaining(states));
    expect(valuesOf("/domains/{id}").state?.enum).toEqual(expect.arrayContaining(states));
    expect(valuesOf("/domains/{id}").certificateExpiresAt).toMatchObject({ format: "date-time" });
  });

  it("has incidents with state, end, root and members", () => {
    const { properties = {} } = answerOf("get", "/incidents/{id}");
    expect(properties.state?.enum).toEqual(["open", "claimed", "resolved", "closed"]);
    expect(properties.endReason?.enum).toEqual(["fixed", "falseAlarm", "known", null]);
    expect(Object.keys(properties.root?.properties ?? {})).toEqual(["type", "id", "label"]);
    expect(properties.members?.items?.properties).toHaveProperty("status");
    expect(properties.memberCount?.type).toBe("integer");
  });
});
