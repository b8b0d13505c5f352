import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

// Loaded before a program: a host that refuses a change of priority, as a filter of calls does, or a start by `nice`.
os.setPriority = () => {
  throw Object.assign(new Error("A system error occurred: uv_os_setpriority returned EPERM"), { code: "EPERM" });
};
syncBuiltinESMExports();
