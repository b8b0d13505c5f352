import { buildApp } from "./build-app.ts";
import { settlePackages } from "./package/settle-packages.ts";

await buildApp();
await import("../server/portal/main.ts");
settlePackages();
