import { z } from "zod";

// Zod tries out `new Function` before its first schema; a page's content security policy refuses and reports that.
if (typeof document !== "undefined") z.config({ jitless: true });

export { z };
