import { useEffect, useState } from 'react'

/** Current time in epoch milliseconds, updated every `every` ms. */
export const useNow = (every: number): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
