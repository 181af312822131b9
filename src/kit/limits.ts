const kilobyte = 1024
const gigabyte = 1024 ** 3

/** Connection timeouts, based on lack of progress instead of elapsed time. In milliseconds and bytes per second. */
export interface LineLimits {
  /** Period in which a request body must arrive at `leastRate` on average. */
  receiveWindow: number
  /** Period in which a client must read a pending answer at `leastRate` on average. */
  sendWindow: number
  leastRate: number
  /** Maximum duration of an upload, and of any other request body. */
  longestUpload: number
  longestBody: number
  /** Interval between checks of all connections. */
  interval: number
}

/** Limits on uploads and on disk usage, in bytes. */
export interface UploadLimits {
  /** Allowance per hour and address for uploads without an account. */
  hourlyFiles: number
  hourlyBytes: number
  /** Maximum bytes of all files waiting to be attached to a request. */
  waitingBytes: number
  /** Space that uploads must leave free on the volume: a share of it, within these bounds. */
  freeShare: number
  minFree: number
  maxFree: number
}

/** Limits on concurrent calls for one `crowded` record, per process. */
export interface CrowdLimits {
  /** Maximum concurrent calls: enough for group commit to share disk flushes. */
  maxConcurrent: number
  /**
   * Milliseconds that a call waits in the queue. Pages give up after 15 seconds, so a longer wait would produce an
   * answer that no client reads.
   */
  maxWait: number
}

/** Limits on public event streams, per process. */
export interface StreamLimits {
  /** Maximum number of streams; each holds a socket and a few KB. */
  maxStreams: number
  /**
   * Maximum per address: enough for an audience that watches a sale behind one line, too few for one address to exhaust
   * the process.
   */
  maxPerAddress: number
}

/** Limits that protect the machine. Part of the settings so that tests can lower them. */
export interface Limits {
  lines: LineLimits
  uploads: UploadLimits
  crowds: CrowdLimits
  streams: StreamLimits
}

export const defaultLimits: Limits = {
  lines: {
    receiveWindow: 30_000,
    sendWindow: 60_000,
    leastRate: kilobyte,
    longestUpload: 3_600_000,
    longestBody: 60_000,
    interval: 1000,
  },
  uploads: {
    hourlyFiles: 40,
    hourlyBytes: 0.6 * gigabyte,
    waitingBytes: 10 * gigabyte,
    freeShare: 0.05,
    minFree: gigabyte,
    maxFree: 10 * gigabyte,
  },
  crowds: { maxConcurrent: 4, maxWait: 10_000 },
  streams: { maxStreams: 5000, maxPerAddress: 200 },
}
