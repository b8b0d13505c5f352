import { runPortal } from "./run.ts";

await runPortal({ variables: process.env });
