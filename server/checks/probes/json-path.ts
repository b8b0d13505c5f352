const maxSteps = 20;

/**
 * The value at a path such as `$.queue.jobs[0].state` or `queue.jobs.0.state` as text; undefined where there is none, or
 * no JSON. Objects and lists come as JSON.
 */
export function readJsonPath(source: string, path: string): string | undefined {
  const steps = path
    .replace(/^\$\.?/, "")
    .split(/\.|\[|\]/)
    .filter((step) => step !== "");
  if (steps.length > maxSteps) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return undefined;
  }
  for (const step of steps) {
    const name = step.replace(/^(["'])(.*)\1$/, "$2");
    if (Array.isArray(value)) value = value[Number(name)];
    else if (typeof value === "object" && value !== null) value = Object.getOwnPropertyDescriptor(value, name)?.value;
    else return undefined;
  }
  if (value === undefined) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}
