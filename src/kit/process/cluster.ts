import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'

/** Service that listens at an address until it is closed. */
export interface Service {
  address: string
  close(): Promise<void>
}

export interface ProcessOptions {
  count: number
  /** Additional environment variables of each process. */
  environment: Record<string, string>
  log: (line: string) => void
}

/** Milliseconds for a process to finish pending requests before it is killed. */
const closeWithin = 5000

/** A process that lived at least this long (ms) is restarted immediately; otherwise after a growing delay. */
const livedWell = 5000
const longestDelay = 10_000

const closing = 'close'

interface Listening {
  listening: string
}

const isListening = (message: unknown): message is Listening =>
  typeof message === 'object' && message !== null && 'listening' in message

/**
 * Runs the service in `count` processes that share one port. Each runs this program again, which calls
 * `serveInProcess`. A process that exits is restarted. Resolves when all are ready; rejects if one exits before it is
 * ready.
 */
export const startProcesses = async ({ count, environment, log }: ProcessOptions): Promise<Service> => {
  let stopping = false
  const alive = new Set<Worker>()

  const start = (delay: number): Promise<string> => {
    const startedAt = Date.now()
    const worker = cluster.fork(environment)
    alive.add(worker)
    return new Promise((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        if (isListening(message)) resolve(message.listening)
      })
      worker.once('exit', (code, signal) => {
        alive.delete(worker)
        reject(new Error(`Process ${worker.process.pid} ended before it answered (${signal ?? code}).`))
        if (!stopping) void startAgain(worker, signal ?? code, Date.now() - startedAt < livedWell ? delay : 0)
      })
    })
  }

  let everAnswered = false
  const startAgain = async (worker: Worker, reason: string | number, delay: number): Promise<void> => {
    if (!everAnswered) return
    log(`Process ${worker.process.pid} ended (${reason}) and is started again.`)
    await wait(delay)
    if (stopping) return
    await start(Math.min(delay * 2 || 100, longestDelay)).catch(() => undefined)
  }

  const close = async () => {
    stopping = true
    for (const worker of alive) if (worker.isConnected()) worker.send(closing)
    for (const deadline = Date.now() + closeWithin; alive.size > 0 && Date.now() < deadline; ) await wait(20)
    for (const worker of alive) worker.process.kill('SIGKILL')
  }

  try {
    const [address = ''] = await Promise.all(Array.from({ length: count }, () => start(0)))
    everAnswered = true
    return { address, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** True in a process started by `startProcesses`. */
export const isServingProcess = cluster.isWorker

/** Runs the service in this process until the parent process requests its end or exits. */
export const serveInProcess = async (start: () => Promise<Service>): Promise<void> => {
  // A terminal signals every process of its group; only the parent decides when to close.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  const service = await start()
  endOnFault(() => closeWithinLimit(service))
  process.on('message', (message) => {
    if (message === closing) void closeWithinLimit(service).then(() => process.exit(0))
  })
  process.send?.({ listening: service.address } satisfies Listening)
}

/**
 * Ends the process with code 1 after an uncaught error (`uncaughtException`, and `unhandledRejection`, which Node turns
 * into one), because its state is unknown. The error is logged with its stack, and `close` finishes pending requests; a
 * second error ends the process immediately. No request may cause this: the guard (server/http/request-guard.ts) and the router
 * handle their own errors.
 */
export const endOnFault = (close: () => Promise<unknown>): void => {
  let ending = false
  process.on('uncaughtException', (error: unknown) => {
    const { stack = String(error) } = (error ?? {}) as Error
    const line = { level: 60, time: Date.now(), pid: process.pid, msg: 'a fault that nobody caught', err: { stack } }
    console.error(JSON.stringify(line))
    if (ending) process.exit(1)
    ending = true
    void close()
      .catch(() => undefined)
      .then(() => process.exit(1))
  })
}

/** Closes the service within a time limit, after which open connections are cut. */
export const closeWithinLimit = (service: Service): Promise<unknown> =>
  Promise.race([service.close().catch(() => undefined), wait(closeWithin)])
