/** What a lease is for, from the part of its name after the prefix. */
type Label = (rest: string) => string;

const labels = new Map<string, Label>();

/** Says for people what the leases are for whose names begin with a prefix and a colon; whoever takes them says it. */
export function labelLeases(prefix: string, label: Label): void {
  labels.set(prefix, label);
}

/** What a lease is for, in words; its name where nobody has said it, as with one that another version has taken. */
export function leaseLabel(name: string): string {
  const [prefix = "", ...rest] = name.split(":");
  return labels.get(prefix)?.(rest.join(":")) ?? name;
}
