import { useEffect, useRef, useState } from 'react'

/** Polling interval in ms while the stream is down. */
const polling = 3000
/** Debounce in ms: under many bids, each event would cancel the request started by the one before. */
const together = 300

/**
 * Calls `changed` on every event of an auction's stream, and every three seconds while the stream is down. Returns
 * whether the stream is connected, and by how many ms the database's clock is ahead of this one.
 */
export const useAuctionStream = (program: string, changed: () => void): { isHeard: boolean; ahead: number } => {
  const [isHeard, setHeard] = useState(false)
  const [ahead, setAhead] = useState(0)
  const latest = useRef(changed)
  useEffect(() => {
    latest.current = changed
  }, [changed])
  useEffect(() => {
    if (program === '') return
    const source = new EventSource(`/api/v1/auction/live?program=${program}`)
    let waiting: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        latest.current()
      }, together)
    }
    source.addEventListener('open', () => {
      setHeard(true)
      tell()
    })
    source.addEventListener('error', () => setHeard(false))
    source.addEventListener('clock', (event) => setAhead(Date.parse(JSON.parse(event.data).now) - Date.now()))
    for (const name of ['lot', 'missed', 'stopped', 'resumed']) source.addEventListener(name, tell)
    return () => {
      clearTimeout(waiting)
      source.close()
    }
  }, [program])
  useEffect(() => {
    if (isHeard || program === '') return
    const timer = setInterval(() => latest.current(), polling)
    return () => clearInterval(timer)
  }, [isHeard, program])
  return { isHeard, ahead }
}

/** Returns the database's time in epoch ms, updated every second. */
export const useDatabaseNow = (ahead: number): number => {
  const [now, setNow] = useState(() => Date.now() + ahead)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + ahead), 1000)
    return () => clearInterval(timer)
  }, [ahead])
  return now
}
