/** What stands for all addresses of a machine, which nobody can call, as URLs write it; and the one of them that leads home. */
export const everyAddress: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["[::]", "[::1]"],
]);

/** An address or name to listen on as URLs write it, in its shortest form. */
export function hostInUrl(host: string): string {
  const written = host.includes(":") ? `[${host}]` : host;
  return URL.canParse(`http://${written}`) ? new URL(`http://${written}`).hostname : written;
}
