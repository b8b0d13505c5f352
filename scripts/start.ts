import { buildApp } from "./build-app.ts";

await buildApp();
process.env.NODE_ENV ??= "production";
await import("../server/main.ts");
