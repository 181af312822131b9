/**
 * Lets so many at once through for each name. The others wait in the order in which they came, and hold nothing while
 * they wait: no connection of the pool, no lock.
 */
export const makeTurns = (most: number) => {
  const places = new Map<string, { taken: number; waiting: (() => void)[] }>()
  return {
    async take<T>(name: string, work: () => Promise<T>): Promise<T> {
      const place = places.get(name) ?? { taken: 0, waiting: [] }
      places.set(name, place)
      // Who leaves hands the place on: it is not free in between for somebody who has just come.
      if (place.taken >= most) await new Promise<void>((resolve) => place.waiting.push(resolve))
      else place.taken += 1
      try {
        return await work()
      } finally {
        const next = place.waiting.shift()
        if (next) next()
        else place.taken -= 1
        if (place.taken === 0) places.delete(name)
      }
    },
    /** Names for which somebody is at work. */
    size: () => places.size,
  }
}
