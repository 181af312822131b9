import type { Lot } from '../../works/contract.ts'
import { isLotClosed } from '../../works/rules.ts'
import { invalidateClock, recordServerTime } from './server-clock.ts'

/**
 * `live`: receiving the stream. `polling`: polled every few seconds. `lost`: no connection, and the data may be stale.
 */
type Line = 'waiting' | 'live' | 'polling' | 'lost'

/** State of the lots of one auction. The object is replaced when anything changes. */
export interface LiveLots {
  line: Line
  lots: ReadonlyMap<string, Lot>
  /** Server time of the last update; '' before the first. */
  heardAt: string
  /** Why the house stopped bidding; null while it runs. */
  stopped: string | null
}

const emptyLots: LiveLots = { line: 'waiting', lots: new Map(), heardAt: '', stopped: null }

/** Milliseconds without the stream before polling starts; also the polling interval. */
const pollInterval = 3000
const pauses = [500, 1000, 3000, 5000] as const

interface Answer {
  now: string
  lots: Lot[]
}

/**
 * Answers and stream events can overtake each other. A lot's history only grows and it closes only once, which shows
 * the newer state.
 */
const pickNewer = (current: Lot | undefined, lot: Lot): Lot =>
  current &&
  (current.bids > lot.bids || (current.bids === lot.bids && isLotClosed(current.state) && !isLotClosed(lot.state)))
    ? current
    : lot

/** Watches the lots of one auction: one stream for the whole page, with polling as a fallback. */
class LotWatch {
  #live = emptyLots
  #source: EventSource | undefined
  #failures = 0
  #timers = new Set<ReturnType<typeof setTimeout>>()
  #isPolling = false
  readonly #program: string
  readonly #listeners = new Set<() => void>()

  constructor(program: string) {
    this.#program = program
  }

  readonly snapshot = (): LiveLots => this.#live

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#begin()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#end()
    }
  }

  /** Applies a lot from another answer, such as that to a bid; ignores an older state. */
  readonly take = (lot: Lot, now: string): void => {
    if (pickNewer(this.#live.lots.get(lot._id), lot) === lot)
      this.#change({ lots: new Map(this.#live.lots).set(lot._id, lot), heardAt: now })
  }

  #change(part: Partial<LiveLots>) {
    this.#live = { ...this.#live, ...part }
    for (const listener of [...this.#listeners]) listener()
  }

  #later(milliseconds: number, work: () => void) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, milliseconds)
    this.#timers.add(timer)
  }

  readonly #awake = () => {
    if (document.visibilityState !== 'visible') return
    invalidateClock()
    void this.#ask()
  }

  #begin() {
    document.addEventListener('visibilitychange', this.#awake)
    addEventListener('online', this.#awake)
    this.#listen()
    void this.#ask()
    // Three requests, because the fastest answer gives the most precise clock.
    for (const pause of [1000, 2000]) this.#later(pause, () => void this.#ask())
  }

  #end() {
    document.removeEventListener('visibilitychange', this.#awake)
    removeEventListener('online', this.#awake)
    this.#source?.close()
    this.#source = undefined
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#isPolling = false
    this.#live = { ...this.#live, line: 'waiting' }
  }

  #listen() {
    const source = new EventSource(`/api/v1/auction/live?program=${this.#program}`)
    this.#source = source
    const read = <T>(event: Event): T => JSON.parse((event as MessageEvent<string>).data) as T
    source.addEventListener('open', () => {
      this.#failures = 0
      this.#isPolling = false
      this.#change({ line: 'live' })
      // Events between two streams were missed.
      void this.#ask()
    })
    source.addEventListener('lot', (event) => {
      const lot = read<Lot>(event)
      this.#change({ lots: new Map(this.#live.lots).set(lot._id, pickNewer(this.#live.lots.get(lot._id), lot)) })
    })
    source.addEventListener('clock', (event) => this.#change({ heardAt: read<{ now: string }>(event).now }))
    source.addEventListener('stopped', (event) => {
      this.#change({ stopped: read<{ reason: string }>(event).reason })
      void this.#ask()
    })
    source.addEventListener('resumed', () => {
      this.#change({ stopped: null })
      void this.#ask()
    })
    source.addEventListener('missed', () => void this.#ask())
    source.addEventListener('error', () => {
      source.close()
      if (this.#source !== source) return
      this.#source = undefined
      if (!this.#isPolling) {
        this.#isPolling = true
        this.#change({ line: 'lost' })
        this.#later(pollInterval, () => void this.#poll())
      }
      const pause = pauses[Math.min(this.#failures, pauses.length - 1)] ?? 5000
      this.#failures += 1
      this.#later(pause, () => this.#listen())
    })
  }

  async #poll(): Promise<void> {
    if (!this.#isPolling) return
    const isAnswered = await this.#ask()
    if (!this.#isPolling) return
    this.#change({ line: isAnswered ? 'polling' : 'lost' })
    this.#later(pollInterval, () => void this.#poll())
  }

  async #ask(): Promise<boolean> {
    const sentAt = performance.now()
    try {
      const response = await fetch(`/api/v1/auction/programs/${this.#program}/lots`, {
        cache: 'no-store',
        signal: AbortSignal.timeout(5000),
      })
      if (!response.ok) return false
      const { now, lots } = (await response.json()) as Answer
      recordServerTime(now, sentAt, performance.now())
      if (this.#listeners.size > 0) {
        const currentLots = this.#live.lots
        this.#change({
          lots: new Map(lots.map((lot) => [lot._id, pickNewer(currentLots.get(lot._id), lot)])),
          heardAt: now,
        })
      }
      return true
    } catch {
      return false
    }
  }
}

const watches = new Map<string, LotWatch>()
const isBrowser = typeof document !== 'undefined'

/** Returns the watch of an auction, one per page. */
export const getLotWatch = (program: string): LotWatch => {
  const existing = watches.get(program)
  if (existing) return existing
  const watch = new LotWatch(program)
  if (isBrowser) watches.set(program, watch)
  return watch
}

export const emptyLiveLots = (): LiveLots => emptyLots
