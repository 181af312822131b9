import type { ServerResponse } from 'node:http'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Lot } from '#auction/works/contract.ts'
import { Id } from '#kit/contract.ts'
import { type Listener, listen } from '#kit/db/listen.ts'
import { AppError } from '#kit/errors.ts'
import type { Services } from '#kit/server/context.ts'

/** Path of the event stream with the lots of an auction. */
const livePath = '/api/v1/auction/live'

/** Interval in ms of the clock event, which also keeps proxies from closing an idle stream. */
const clockInterval = 10_000
/** Milliseconds after which a stream ends; the browser reconnects. */
const maxStreamDuration = 30 * 60_000
/** Bytes buffered for one client. A client that reads too slowly is disconnected and reconnects. */
const maxBufferedBytes = 256 * 1024

type AuctionNotification =
  | { event: 'lot'; program: string; lot: Lot }
  | { event: 'stopped' | 'resumed'; program: string; reason: string }

const streamsByServices = new WeakMap<Services, Map<string, Set<ServerResponse>>>()

/** Number of open streams of an auction in this process. */
export const countWatchers = (services: Services, program: string): number =>
  streamsByServices.get(services)?.get(program)?.size ?? 0

const formatEvent = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * Mounts the public event stream of an auction, fed by LISTEN/NOTIFY, so it does not matter which process took a bid.
 * Events contain what the public API returns, so a new bid reaches every screen without another request.
 */
export const mountLotStream = (server: FastifyInstance, services: Services): void => {
  const programs = new Map<string, Set<ServerResponse>>()
  streamsByServices.set(services, programs)
  let listener: Listener | undefined
  const limits = services.settings.limits.streams
  /** Number of streams, open or opening, by client address. */
  const addresses = new Map<string, number>()
  let openCount = 0
  /**
   * Reserves a slot before the first await, so that two requests cannot take the last one. Returns a function that
   * releases it.
   */
  const reserveSlot = (ip: string): (() => void) => {
    if (openCount >= limits.maxStreams) throw new AppError('busy', { retryAfter: 10 })
    // On 429 the page polls every few seconds instead.
    const ofAddress = addresses.get(ip) ?? 0
    if (ofAddress >= limits.maxPerAddress) throw new AppError('too_many', { retryAfter: 60 })
    openCount += 1
    addresses.set(ip, ofAddress + 1)
    return () => {
      openCount -= 1
      const remaining = (addresses.get(ip) ?? 1) - 1
      if (remaining > 0) addresses.set(ip, remaining)
      else addresses.delete(ip)
    }
  }

  const send = (reader: ServerResponse, text: string) => {
    if (reader.writableLength > maxBufferedBytes) reader.destroy()
    else reader.write(text)
  }
  const broadcast = (payload: string) => {
    const notification = JSON.parse(payload) as AuctionNotification
    const readers = programs.get(notification.program)
    if (!readers) return
    // Serialize once for all clients.
    const text =
      notification.event === 'lot'
        ? formatEvent('lot', notification.lot)
        : formatEvent(notification.event, { reason: notification.reason })
    for (const reader of readers) send(reader, text)
  }
  const iterateReaders = function* () {
    for (const readers of programs.values()) yield* readers
  }
  const onListenerState = (isListening: boolean) => {
    // Also on the first connection: clients that connected before it may have missed events.
    if (isListening) for (const reader of iterateReaders()) send(reader, formatEvent('missed', {}))
  }
  const readClockEvent = async () => {
    const { rows } = await services.database.execute<{ now: string }>(
      sql`SELECT format_instant(clock_timestamp()) AS now`,
    )
    return formatEvent('clock', { now: rows[0]?.now })
  }
  const clockTimer = setInterval(() => {
    if (programs.size === 0) return
    readClockEvent().then(
      (text) => {
        for (const reader of iterateReaders()) send(reader, text)
      },
      // Ignored: a lost database connection is reported by `onListenerState`.
      () => undefined,
    )
  }, clockInterval)
  clockTimer.unref()

  server.get(livePath, async (request, reply) => {
    const parsedQuery = z.object({ program: Id }).safeParse(request.query)
    if (!parsedQuery.success) throw new AppError('invalid', { fields: { program: 'required' } })
    const { program } = parsedQuery.data
    const { rows } = await services.database.execute(
      sql`SELECT FROM auction_programs WHERE id = ${program} AND visible`,
    )
    if (rows.length === 0) throw new AppError('not_found')
    const releaseSlot = reserveSlot(request.ip)
    const url = services.settings.databaseDirectUrl ?? services.settings.databaseUrl ?? ''
    listener ??= listen({ url, channel: 'auction', onMessage: broadcast, onState: onListenerState })
    const first = await readClockEvent().catch((error: unknown) => {
      releaseSlot()
      throw error
    })

    reply.hijack()
    const { raw } = reply
    // The client disconnected during the query and 'close' already fired: release its slot here.
    if (request.raw.socket.destroyed) return releaseSlot()
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    })
    raw.write(first)
    const readers = programs.get(program) ?? new Set()
    programs.set(program, readers.add(raw))
    const endTimer = setTimeout(() => raw.end(), maxStreamDuration)
    raw.on('close', () => {
      clearTimeout(endTimer)
      readers.delete(raw)
      releaseSlot()
      if (readers.size === 0 && programs.get(program) === readers) programs.delete(program)
    })
  })

  // Runs before the server waits for open requests: the streams would never end.
  server.addHook('preClose', async () => {
    clearInterval(clockTimer)
    for (const reader of iterateReaders()) reader.end()
    await listener?.close()
  })
}
