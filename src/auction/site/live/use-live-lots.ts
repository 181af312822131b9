import { useEffect, useState, useSyncExternalStore } from 'react'
import { emptyLiveLots, getLotWatch, type LiveLots } from './lot-watch.ts'
import { serverNow } from './server-clock.ts'

/** Current state of an auction's lots; empty on the server and before the first answer. */
export const useLiveLots = (program: string): LiveLots => {
  const watch = getLotWatch(program)
  return useSyncExternalStore(watch.subscribe, watch.snapshot, emptyLiveLots)
}

/** Server time in epoch ms, updated at each of its full seconds; undefined until known. */
export const useServerNow = (): number | undefined => {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const time = serverNow()
      setNow(time)
      timer = setTimeout(tick, time === undefined ? 100 : 1000 - (time % 1000) + 5)
    }
    tick()
    return () => clearTimeout(timer)
  }, [])
  return now
}
