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
const beat = 10_000
/** Milliseconds after which a stream ends; the browser reconnects. */
const longest = 30 * 60_000
/** Bytes buffered for one client. A client that reads too slowly is disconnected and reconnects. */
const mostWaiting = 256 * 1024

type Told =
  | { event: 'lot'; program: string; lot: Lot }
  | { event: 'stopped' | 'resumed'; program: string; reason: string }

const watching = new WeakMap<Services, Map<string, Set<ServerResponse>>>()

/** Number of open streams of an auction in this process. */
export const countWatchers = (services: Services, program: string): number =>
  watching.get(services)?.get(program)?.size ?? 0

const block = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * Mounts the public event stream of an auction, fed by LISTEN/NOTIFY, so it does not matter which process took a bid.
 * Events contain what the public API returns, so a new bid reaches every screen without another request.
 */
export const mountLotStream = (server: FastifyInstance, services: Services): void => {
  const programs = new Map<string, Set<ServerResponse>>()
  watching.set(services, programs)
  let listener: Listener | undefined
  const bounds = services.settings.limits.streams
  /** Number of streams, open or opening, by client address. */
  const addresses = new Map<string, number>()
  let taken = 0
  /**
   * Reserves a slot before the first await, so that two requests cannot take the last one. Returns a function that
   * releases it.
   */
  const takePlace = (ip: string): (() => void) => {
    if (taken >= bounds.most) throw new AppError('busy', { retryAfter: 10 })
    // On 429 the page polls every few seconds instead.
    const ofAddress = addresses.get(ip) ?? 0
    if (ofAddress >= bounds.ofAddress) throw new AppError('too_many', { retryAfter: 60 })
    taken += 1
    addresses.set(ip, ofAddress + 1)
    return () => {
      taken -= 1
      const left = (addresses.get(ip) ?? 1) - 1
      if (left > 0) addresses.set(ip, left)
      else addresses.delete(ip)
    }
  }

  const send = (reader: ServerResponse, text: string) => {
    if (reader.writableLength > mostWaiting) reader.destroy()
    else reader.write(text)
  }
  const tell = (payload: string) => {
    const told = JSON.parse(payload) as Told
    const readers = programs.get(told.program)
    if (!readers) return
    // Serialize once for all clients.
    const text = told.event === 'lot' ? block('lot', told.lot) : block(told.event, { reason: told.reason })
    for (const reader of readers) send(reader, text)
  }
  const everybody = function* () {
    for (const readers of programs.values()) yield* readers
  }
  const heard = (hearing: boolean) => {
    // Also on the first connection: clients that connected before it may have missed events.
    if (hearing) for (const reader of everybody()) send(reader, block('missed', {}))
  }
  const clock = async () => {
    const { rows } = await services.database.execute<{ now: string }>(
      sql`SELECT auction_instant(clock_timestamp()) AS now`,
    )
    return block('clock', { now: rows[0]?.now })
  }
  const beating = setInterval(() => {
    if (programs.size === 0) return
    clock().then(
      (text) => {
        for (const reader of everybody()) send(reader, text)
      },
      // Ignored: a lost database connection is reported by `heard`.
      () => undefined,
    )
  }, beat)
  beating.unref()

  server.get(livePath, async (request, reply) => {
    const asked = z.object({ program: Id }).safeParse(request.query)
    if (!asked.success) throw new AppError('invalid', { fields: { program: 'required' } })
    const { program } = asked.data
    const { rows } = await services.database.execute(
      sql`SELECT FROM auction_programs WHERE id = ${program} AND visible`,
    )
    if (rows.length === 0) throw new AppError('not_found')
    const giveBack = takePlace(request.ip)
    const url = services.settings.databaseDirectUrl ?? services.settings.databaseUrl ?? ''
    listener ??= listen({ url, channel: 'auction', onMessage: tell, onState: heard })
    const first = await clock().catch((error: unknown) => {
      giveBack()
      throw error
    })

    reply.hijack()
    const { raw } = reply
    // The client disconnected during the query and 'close' already fired: release its slot here.
    if (request.raw.socket.destroyed) return giveBack()
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    })
    raw.write(first)
    const readers = programs.get(program) ?? new Set()
    programs.set(program, readers.add(raw))
    const ending = setTimeout(() => raw.end(), longest)
    raw.on('close', () => {
      clearTimeout(ending)
      readers.delete(raw)
      giveBack()
      if (readers.size === 0 && programs.get(program) === readers) programs.delete(program)
    })
  })

  // Runs before the server waits for open requests: the streams would never end.
  server.addHook('preClose', async () => {
    clearInterval(beating)
    for (const reader of everybody()) reader.end()
    await listener?.close()
  })
}
