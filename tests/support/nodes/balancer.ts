import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** What stands before the nodes of a portal. */
export interface Balancer {
  close(): Promise<void>;
}

/**
 * A balancer before nodes of a portal: each connection goes to the first of them that says it is ready, and to the next
 * one where it does not take it.
 */
export async function openBalancer(port: number, nodes: readonly string[]): Promise<Balancer> {
  const open = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true }, (client) => {
    open.add(client);
    client.on("error", () => client.destroy());
    client.once("close", () => open.delete(client));
    void forward(client, nodes).catch(() => client.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    async close() {
      for (const client of open) client.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

async function forward(client: Socket, nodes: readonly string[]): Promise<void> {
  for (const address of nodes) {
    const ready = await fetch(`http://${address}/api/health/ready`).catch(() => undefined);
    if (!ready?.ok) continue;
    const [host, port] = address.split(":");
    const node = connect(Number(port), host);
    const isTaken = await once(node, "connect").then(
      () => true,
      () => false,
    );
    if (!isTaken) continue;
    node.on("error", () => client.destroy());
    node.once("close", () => client.destroy());
    client.once("close", () => node.destroy());
    node.pipe(client);
    client.pipe(node);
    return;
  }
  client.destroy();
}
