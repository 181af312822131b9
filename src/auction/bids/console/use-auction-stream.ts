import { useEffect, useRef, useState } from 'react'

/** Polling interval in ms while the stream is down. */
const pollInterval = 3000
/** Debounce in ms: under many bids, each event would cancel the request started by the one before. */
const debounce = 300

/**
 * Calls `changed` on every event of an auction's stream, and every three seconds while the stream is down. Returns
 * whether the stream is connected, and by how many ms the database's clock is ahead of this one.
 */
export const useAuctionStream = (
  program: string,
  changed: () => void,
): { isConnected: boolean; clockOffset: number } => {
  const [isConnected, setConnected] = useState(false)
  const [clockOffset, setAhead] = useState(0)
  const latest = useRef(changed)
  useEffect(() => {
    latest.current = changed
  }, [changed])
  useEffect(() => {
    if (program === '') return
    const source = new EventSource(`/api/v1/auction/live?program=${program}`)
    let waiting: ReturnType<typeof setTimeout> | undefined
    const scheduleRefresh = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        latest.current()
      }, debounce)
    }
    source.addEventListener('open', () => {
      setConnected(true)
      scheduleRefresh()
    })
    source.addEventListener('error', () => setConnected(false))
    source.addEventListener('clock', (event) => setAhead(Date.parse(JSON.parse(event.data).now) - Date.now()))
    for (const name of ['lot', 'missed', 'stopped', 'resumed']) source.addEventListener(name, scheduleRefresh)
    return () => {
      clearTimeout(waiting)
      source.close()
    }
  }, [program])
  useEffect(() => {
    if (isConnected || program === '') return
    const timer = setInterval(() => latest.current(), pollInterval)
    return () => clearInterval(timer)
  }, [isConnected, program])
  return { isConnected, clockOffset }
}

/** Returns the database's time in epoch ms, updated every second. */
export const useDatabaseNow = (clockOffset: number): number => {
  const [now, setNow] = useState(() => Date.now() + clockOffset)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + clockOffset), 1000)
    return () => clearInterval(timer)
  }, [clockOffset])
  return now
}
