const kilobyte = 1024
const gigabyte = 1024 ** 3

/** Time-outs of connections, which count lack of progress instead of time. Milliseconds and bytes a second. */
export interface LineLimits {
  /** Time within which a body must bring `leastRate` on average. */
  receiveWindow: number
  /** Time within which a visitor must take `leastRate` on average of an answer that waits to be read. */
  sendWindow: number
  leastRate: number
  /** Longest an upload may take, and longest any other body may. */
  longestUpload: number
  longestBody: number
  /** Between two looks at all connections. */
  interval: number
}

/** How much may be uploaded, and how much room is kept free. Bytes. */
export interface UploadLimits {
  /** What one address may send without an account in an hour. */
  hourlyFiles: number
  hourlyBytes: number
  /** All files that wait for a request they belong to. */
  waitingBytes: number
  /** Room that uploads leave free on the volume: a part of it, within these bounds. */
  freePart: number
  leastFree: number
  mostFree: number
}

/** Calls for one `crowded` record, in one process. */
export interface CrowdLimits {
  /** Handled at once: enough to wait for the disk together. */
  atOnce: number
  /**
   * Milliseconds that a call waits for those before it: pages give up after fifteen seconds, and a call that waits longer
   * would be handled with nobody there to read the answer.
   */
  patience: number
}

/** Streams of events for everybody, in one process. */
export interface StreamLimits {
  /** Each holds a socket and some kilobytes. */
  most: number
  /** Of one address: as many as watch a sale together in a room with one line; one address alone fills no process. */
  ofAddress: number
}

/** Bounds that protect the machine. They are part of the settings so that tests can make them small. */
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
    freePart: 0.05,
    leastFree: gigabyte,
    mostFree: 10 * gigabyte,
  },
  crowds: { atOnce: 4, patience: 10_000 },
  streams: { most: 5000, ofAddress: 200 },
}
