import { useEffect, useState } from 'react'

/** Returns the current time in ms since the epoch, updated every ten seconds. */
export const useCurrentTime = (): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
