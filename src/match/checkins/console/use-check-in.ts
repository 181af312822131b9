import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { readStored, useAccountKey, useStored, writeStored } from '#console/kit/parts/values/account-storage.ts'
import { CallRefused } from '#kit/client.ts'
import { codeIn } from '#kit/text/typed-code.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { errorMessage } from '#session/error-message.ts'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { type Badge, CheckInData, checkins } from '../contract.ts'
import { type CheckInResult, isOnDay, maxArrivals, removeQueued } from '../rules.ts'

const client = clientOf(checkins)

/** Milliseconds between attempts to send the queue. */
const sendInterval = 10_000

const Queue = z.array(z.object({ code: z.string(), at: z.string() }))
type Queue = z.infer<typeof Queue>
const StoredData = CheckInData.nullable()
const emptyQueue: Queue = []

/** Returns the fair id in a badge URL; null for a typed code. */
const parseFairId = (text: string): string | null =>
  /\/fairs\/([0-9a-f-]{36})\//i.exec(text)?.[1]?.toLowerCase() ?? null

/** Result shown for a code. `badge` is null if this device does not know it. */
export interface ScannedBadge {
  /** Number of the scan, so that scanning the same badge again counts as a new one. */
  scan: number
  code: string | null
  result: CheckInResult
  badge: Badge | null
  /** Time of check-in, or of the scan. */
  at: string
  day: string
}

/**
 * Check-in state of a fair on this device. Badges and unsent check-ins are stored in the browser: codes are answered
 * offline, check-ins are sent when the connection returns, and a reload loses nothing.
 */
export const useCheckIn = (fair: string) => {
  const account = useAccountKey()
  const [stored, store] = useStored<CheckInData | null>(`door:${fair}`, StoredData, null)
  const [queue] = useStored<Queue>(`arrivals:${fair}`, Queue, emptyQueue)
  const [shown, setShown] = useState<ScannedBadge | null>(null)
  const [problem, setProblem] = useState('')
  const [isOffline, setOffline] = useState(false)
  const query = useQuery({
    queryKey: [checkins.door.path, fair],
    queryFn: ({ signal }) => client.door({ params: { id: fair } }, { signal }).then(({ door }) => door),
    retry: false,
    refetchOnReconnect: 'always',
    networkMode: 'always',
  })
  const { data, error, refetch } = query
  useEffect(() => {
    // Without an account the data would survive the log-out.
    if (data && account) store(data)
  }, [account, data, store])
  useLiveEvents('checkins', () => void refetch())
  const checkIn = data ?? stored

  const changeQueue = useCallback(
    (change: (before: Queue) => Queue) => {
      const name = `arrivals:${fair}`
      const changed = change(readStored(account, name, Queue) ?? [])
      writeStored(account, name, changed.length > 0 ? changed : undefined)
    },
    [account, fair],
  )

  const scans = useRef(0)
  const isSending = useRef(false)
  const send = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      for (;;) {
        const arrivals = (readStored(account, `arrivals:${fair}`, Queue) ?? []).slice(0, maxArrivals)
        if (arrivals.length === 0) break
        const { outcomes } = await client.arrive({ params: { id: fair }, body: { arrivals } })
        const sent = new Set(arrivals.map(({ code, at }) => `${code} ${at}`))
        changeQueue((before) => before.filter(({ code, at }) => !sent.has(`${code} ${at}`)))
        setShown((before) => {
          const outcome = outcomes.find(({ code, at }) => code === before?.code && at === before.at)
          return before && outcome && outcome.result !== before.result
            ? { ...before, result: outcome.result, at: outcome.since ?? before.at }
            : before
        })
        setOffline(false)
        setProblem('')
        void refetch()
      }
    } catch (error) {
      // A refusal does not change on retry; any other error means the device is offline.
      if (error instanceof CallRefused) setProblem(error.message)
      else setOffline(true)
    } finally {
      isSending.current = false
    }
  }, [account, fair, changeQueue, refetch])
  useEffect(() => {
    void send()
    const timer = window.setInterval(() => void send(), sendInterval)
    const goOnline = () => void send()
    const goOffline = () => setOffline(true)
    window.addEventListener('online', goOnline)
    window.addEventListener('offline', goOffline)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', goOnline)
      window.removeEventListener('offline', goOffline)
    }
  }, [send])

  /** Asks the server about an unknown badge, which may have been created since the last load. */
  const checkUnknown = async (scanned: ScannedBadge & { code: string }) => {
    try {
      const { outcomes } = await client.arrive({
        params: { id: fair },
        body: { arrivals: [{ code: scanned.code, at: scanned.at }] },
      })
      const [outcome] = outcomes
      if (!outcome || outcome.result === 'unknown') return
      const { data: reloaded } = await refetch()
      const badge = reloaded?.badges.find(({ code }) => code === scanned.code) ?? null
      setShown((before) =>
        before?.scan === scanned.scan
          ? { ...before, badge, result: outcome.result, at: outcome.since ?? before.at }
          : before,
      )
    } catch {
      // The badge stays unknown; the queue reports connection problems.
    }
  }

  /** Answers a scanned or typed code and queues the check-in until it is sent. */
  const read = (text: string): void => {
    const at = new Date().toISOString()
    const { day } = seoulDayOf(Date.parse(at))
    const code = codeIn(text)
    const badge = checkIn?.badges.find((one) => one.code === code) ?? null
    const queued = queue.find((one) => one.code === code && isOnDay(one, day))
    const since = badge?.arrivals.find((arrival) => arrival.day === day)?.at ?? queued?.at
    const codeFair = parseFairId(text)
    const checkCode = (): CheckInResult => {
      if (!code) return 'unknown'
      if (!badge) return codeFair && codeFair !== fair ? 'other_fair' : 'unknown'
      if (!checkIn?.days.includes(day)) return 'wrong_day'
      return since ? 'already' : 'in'
    }
    const result = checkCode()
    scans.current += 1
    const scanned = { scan: scans.current, code, badge, result, at: result === 'already' ? (since ?? at) : at, day }
    setShown(scanned)
    if (code && result === 'in') {
      changeQueue((before) => [...before, { code, at }])
      void send()
    }
    if (code && result === 'unknown') void checkUnknown({ ...scanned, code })
  }

  /** Undoes a check-in, sent or not. Returns the error message, or null. */
  const undo = async ({ code, day }: ScannedBadge): Promise<string | null> => {
    if (!code) return null
    changeQueue((before) => removeQueued(before, code, day))
    try {
      await client.undo({ params: { id: fair }, body: { code, day } })
      setShown(null)
      void refetch()
      return null
    } catch (error) {
      return errorMessage(error)
    }
  }

  const clear = useCallback(() => setShown(null), [])
  const today = seoulDayOf(Date.now()).day
  const checkedIn = new Set([
    ...(checkIn?.badges.filter(({ arrivals }) => arrivals.some(({ day }) => day === today)) ?? []).map(
      ({ code }) => code,
    ),
    ...queue.filter((queued) => isOnDay(queued, today)).map(({ code }) => code),
  ])
  return {
    data: checkIn,
    error,
    refetch,
    shown,
    clear,
    read,
    undo,
    queued: queue.length,
    isOffline,
    problem,
    checkedIn,
    today,
  }
}
