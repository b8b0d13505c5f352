import { startSoketi } from "../../server/soketi/supervisor.ts";
import { app, configFile, recordLog } from "./running-soketi.ts";

// Stands for the portal's process: starts Soketi, tells where, and waits to be killed.
const soketi = await startSoketi({ configFile, dataDir: String(process.argv[2]), port: 0, app, log: recordLog().log });
process.send?.({ port: soketi.port, pid: soketi.pid() });
