import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { readStored, useAccountKey, useStored, writeStored } from '#console/kit/parts/values/account-storage.ts'
import { CallRefused } from '#kit/client.ts'
import { codeIn } from '#kit/text/typed-code.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { useLiveEvents } from '#session/live-events.ts'
import { clientOf } from '#session/session.ts'
import { type Badge, CheckInData, checkins } from '../contract.ts'
import { type CheckInResult, maxArrivals } from '../rules.ts'

const client = clientOf(checkins)

/** Milliseconds between attempts to send the queue. */
const again = 10_000

const Arrivals = z.array(z.object({ code: z.string(), at: z.string() }))
type Arrivals = z.infer<typeof Arrivals>
const KeptDoor = CheckInData.nullable()
const none: Arrivals = []

/** Returns the fair id in a badge URL; null for a typed code. */
const fairIn = (text: string): string | null => /\/fairs\/([0-9a-f-]{36})\//i.exec(text)?.[1]?.toLowerCase() ?? null

/** Result shown for a code. `badge` is null if this device does not know it. */
export interface ScannedBadge {
  /** Number of the scan, so that scanning the same badge again counts as a new one. */
  turn: number
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
  const [kept, keep] = useStored<CheckInData | null>(`door:${fair}`, KeptDoor, null)
  const [queue] = useStored<Arrivals>(`arrivals:${fair}`, Arrivals, none)
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
    if (data && account) keep(data)
  }, [account, data, keep])
  useLiveEvents('checkins', () => void refetch())
  const door = data ?? kept

  const change = useCallback(
    (next: (before: Arrivals) => Arrivals) => {
      const name = `arrivals:${fair}`
      const left = next(readStored(account, name, Arrivals) ?? [])
      writeStored(account, name, left.length > 0 ? left : undefined)
    },
    [account, fair],
  )

  const turn = useRef(0)
  const sending = useRef(false)
  const send = useCallback(async () => {
    if (sending.current) return
    sending.current = true
    try {
      for (;;) {
        const arrivals = (readStored(account, `arrivals:${fair}`, Arrivals) ?? []).slice(0, maxArrivals)
        if (arrivals.length === 0) break
        const { outcomes } = await client.arrive({ params: { id: fair }, body: { arrivals } })
        const isSent = new Set(arrivals.map(({ code, at }) => `${code} ${at}`))
        change((before) => before.filter(({ code, at }) => !isSent.has(`${code} ${at}`)))
        setShown((before) => {
          const told = outcomes.find(({ code, at }) => code === before?.code && at === before.at)
          return before && told && told.result !== before.result
            ? { ...before, result: told.result, at: told.since ?? before.at }
            : before
        })
        setOffline(false)
        setProblem('')
        void refetch()
      }
    } catch (failed) {
      // A refusal does not change on retry; any other error means the device is offline.
      if (failed instanceof CallRefused) setProblem(failed.message)
      else setOffline(true)
    } finally {
      sending.current = false
    }
  }, [account, fair, change, refetch])
  useEffect(() => {
    void send()
    const timer = window.setInterval(() => void send(), again)
    const heard = () => void send()
    const lost = () => setOffline(true)
    window.addEventListener('online', heard)
    window.addEventListener('offline', lost)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', heard)
      window.removeEventListener('offline', lost)
    }
  }, [send])

  /** Asks the server about an unknown badge, which may have been created since the last load. */
  const ask = async (asked: ScannedBadge & { code: string }) => {
    try {
      const { outcomes } = await client.arrive({
        params: { id: fair },
        body: { arrivals: [{ code: asked.code, at: asked.at }] },
      })
      const [told] = outcomes
      if (!told || told.result === 'unknown') return
      const { data: now } = await refetch()
      const badge = now?.badges.find(({ code }) => code === asked.code) ?? null
      setShown((before) =>
        before?.turn === asked.turn ? { ...before, badge, result: told.result, at: told.since ?? before.at } : before,
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
    const badge = door?.badges.find((one) => one.code === code) ?? null
    const waiting = queue.find((one) => one.code === code && seoulDayOf(Date.parse(one.at)).day === day)
    const since = badge?.arrivals.find((arrival) => arrival.day === day)?.at ?? waiting?.at
    const other = fairIn(text)
    const answer = (): CheckInResult => {
      if (!code) return 'unknown'
      if (!badge) return other && other !== fair ? 'other_fair' : 'unknown'
      if (!door?.days.includes(day)) return 'wrong_day'
      return since ? 'already' : 'in'
    }
    const result = answer()
    turn.current += 1
    const next = { turn: turn.current, code, badge, result, at: result === 'already' ? (since ?? at) : at, day }
    setShown(next)
    if (code && result === 'in') {
      change((before) => [...before, { code, at }])
      void send()
    }
    if (code && result === 'unknown') void ask({ ...next, code })
  }

  /** Undoes a check-in, sent or not. Returns the error message, or null. */
  const undo = async ({ code, day }: ScannedBadge): Promise<string | null> => {
    if (!code) return null
    change((before) => before.filter((one) => one.code !== code))
    try {
      await client.undo({ params: { id: fair }, body: { code, day } })
      setShown(null)
      void refetch()
      return null
    } catch (failed) {
      return failed instanceof Error ? failed.message : String(failed)
    }
  }

  const clear = useCallback(() => setShown(null), [])
  const today = seoulDayOf(Date.now()).day
  const came = new Set([
    ...(door?.badges.filter(({ arrivals }) => arrivals.some(({ day }) => day === today)) ?? []).map(({ code }) => code),
    ...queue.map(({ code }) => code),
  ])
  return { door, error, refetch, shown, clear, read, undo, waiting: queue.length, isOffline, problem, came, today }
}
