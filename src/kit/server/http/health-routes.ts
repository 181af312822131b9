import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { AppError } from '../../errors.ts'
import type { Services } from '../context.ts'

const isLocal = (address: string) => address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'

/** A proxy on this machine is local too, but the requests it forwards are not. */
const comesFromHere = ({ socket, headers }: FastifyRequest): boolean =>
  isLocal(socket.remoteAddress ?? '') && !headers['x-forwarded-for'] && !headers.forwarded && !headers['x-real-ip']

/** Compares digests in constant time. */
const isToken = (header: string | undefined, token: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
}

/**
 * Mounts `/healthz` (touches nothing), `/readyz` (checks database and file store) and `/metrics` (for this machine, or
 * with the token).
 */
export const mountHealthRoutes = (app: FastifyInstance, services: Services): void => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer by route, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
  })

  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ alive: true }),
  )

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const [database, storage] = await Promise.all([
      services.database.execute(sql`SELECT 1`).then(
        () => true,
        () => false,
      ),
      services.files.check().then(
        () => true,
        () => false,
      ),
    ])
    return reply
      .code(database && storage ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ database, storage })
  })

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const { metricsToken } = services.settings
    const allowed = metricsToken ? isToken(request.headers.authorization, metricsToken) : comesFromHere(request)
    if (!allowed) throw new AppError('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
