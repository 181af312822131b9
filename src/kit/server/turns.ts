/**
 * Lets so many at once through for each name. The others wait in the order in which they came, and hold nothing while
 * they wait: no connection of the pool, no lock. Who has waited `patience` milliseconds leaves the queue, its work undone:
 * `take` rejects with what `refusal` makes.
 */
export const makeTurns = (most: number, patience: number, refusal: () => Error) => {
  const places = new Map<string, { taken: number; waiting: Set<() => void> }>()
  /** Resolves when a place is handed on. */
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
      // Who leaves hands the place on: it is not free in between for somebody who has just come.
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
    /** Names for which somebody is at work. */
    size: () => places.size,
  }
}
