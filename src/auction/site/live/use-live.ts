import { useEffect, useState, useSyncExternalStore } from 'react'
import { serverNow } from './clock.ts'
import { type Live, unheard, watchOf } from './live-store.ts'

/** The lots of a programme as they are now; nothing on the server and until the first answer. */
export const useLive = (program: string): Live => {
  const watch = watchOf(program)
  return useSyncExternalStore(watch.subscribe, watch.snapshot, unheard)
}

/** The server's time, told once at each of its seconds; undefined until it is known. */
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
