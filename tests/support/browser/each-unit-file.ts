// Runs for every file of `unit`; what it imports does so once for each worker.
import "./load-pages.ts";
