import { createServer } from "node:http";

// Answers on every address of 127.0.0.0/8 as thousands of websites would; one of fifty takes the connection and is silent.

const page = `<!doctype html><title>Weingut</title><h1>Willkommen</h1>${"<p>Wein vom Hang.</p>".repeat(400)}`;

const isHanging = (address: string | undefined) => {
  const [, , third = 0, fourth = 0] = (address ?? "").replace("::ffff:", "").split(".").map(Number);
  return (third * 256 + fourth) % 50 === 7;
};

const server = createServer((request, response) => {
  if (isHanging(request.socket.localAddress)) return;
  setTimeout(
    () => {
      response.writeHead(200, { "Content-Type": "text/html" });
      response.end(page);
    },
    20 + Math.random() * 60,
  );
});
server.listen(0, "0.0.0.0", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : 0);
});
process.on("disconnect", () => process.exit(0));
