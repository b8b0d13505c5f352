/** What one peer may cost this process, whatever the caller of the package asks for. */
module.exports = {
  maxMessageBytes: 256 * 1024,
  maxBodyBytes: 4 * 1024 * 1024,
  /** A sender of a too large body still hears its 413 if it stops before this many bytes. */
  maxDiscardedBytes: 64 * 1024 * 1024,
  maxFragments: 1024,
  maxBackpressureBytes: 1024 * 1024,
  maxNesting: 64,
  idleTimeoutSeconds: 120,
  sweepsPerTimeout: 4,
  closeTimeoutMs: 3000,
  requestTimeoutMs: 30_000,
};
