import { useEffect, useState } from 'react'

/** The time in epoch milliseconds, looked at again after so many milliseconds. */
export const useNow = (every: number): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
