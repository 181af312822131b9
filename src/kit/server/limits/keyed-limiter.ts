import PQueue from 'p-queue'

/**
 * Creates a limiter that runs at most `concurrency` tasks per key. Others wait in order of arrival and hold no
 * connection or lock meanwhile. A task that has waited `maxWait` milliseconds leaves the queue without running: `run`
 * rejects with the error of `refusal`.
 */
export const createKeyedLimiter = (concurrency: number, maxWait: number, refusal: () => Error) => {
  const queues = new Map<string, PQueue>()
  const queueOf = (key: string): PQueue => {
    const queue = queues.get(key) ?? new PQueue({ concurrency })
    queues.set(key, queue)
    return queue
  }
  return {
    async run<T>(key: string, task: () => Promise<T>): Promise<T> {
      const queue = queueOf(key)
      const waiting = new AbortController()
      const timer = setTimeout(() => waiting.abort(refusal()), maxWait)
      const start = () => {
        clearTimeout(timer)
        return task()
      }
      try {
        return await queue.add(start, { signal: waiting.signal })
      } finally {
        // The queue counts a task until its promise has settled.
        queueMicrotask(() => {
          if (queue.pending === 0 && queue.size === 0 && queues.get(key) === queue) queues.delete(key)
        })
      }
    },
    /** Number of keys with running tasks. */
    size: () => queues.size,
  }
}
