/**
 * Creates a limiter that runs at most `most` tasks per key concurrently. Others wait in order of arrival and hold no
 * connection or lock meanwhile. A task that has waited `patience` milliseconds leaves the queue without running: `take`
 * rejects with the error of `refusal`.
 */
export const createKeyedLimiter = (most: number, patience: number, refusal: () => Error) => {
  const places = new Map<string, { taken: number; waiting: Set<() => void> }>()
  /** Resolves when a slot is passed on. */
  const turnIn = (waiting: Set<() => void>) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(refusal())
      }, patience)
      waiting.add(begin)
    })
  return {
    async take<T>(name: string, work: () => Promise<T>): Promise<T> {
      const place = places.get(name) ?? { taken: 0, waiting: new Set() }
      places.set(name, place)
      // A finished task passes its slot on directly, so that a new arrival cannot take it first.
      if (place.taken >= most) await turnIn(place.waiting)
      else place.taken += 1
      try {
        return await work()
      } finally {
        const [next] = place.waiting
        if (next) {
          place.waiting.delete(next)
          next()
        } else place.taken -= 1
        if (place.taken === 0) places.delete(name)
      }
    },
    /** Number of keys with running tasks. */
    size: () => places.size,
  }
}
