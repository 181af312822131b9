import type { FastifyInstance } from 'fastify'
import type { MountContext } from '#kit/module/module.ts'
import { ProviderUnsure } from '#kit/ports/provider-call.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { cardProvider } from './choose-provider.ts'
import { hearNews } from './settle-attempt.ts'

/** Bytes. */
const bodyLimit = 64 * 1024

/**
 * `POST /webhooks/toss` or `/webhooks/portone`, whichever the settings name: outside the contract, since the body is
 * taken as its bytes, which are signed. Answered as well while the shop is switched off: money does not wait for it. A
 * provider sends again what is not answered by 200.
 */
export const mountWebhooks = (app: FastifyInstance, { services }: MountContext): void => {
  const provider = cardProvider(services.settings.cardUrl)
  if (!provider) return
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body))
    const config = { rateLimit: { max: 600, timeWindow: 60_000 } }
    hooks.post(`/webhooks/${provider.name}`, { config, schema: { hide: true } }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
      )
      const body = typeof request.body === 'string' ? request.body : ''
      const context = new Context(services, publicScope('ko', request.id))
      let news: ReturnType<typeof provider.news>
      try {
        news = provider.news(headers, body, context.now())
      } catch {
        return reply.code(400).send({ code: 'broken_json' })
      }
      if (!news) return reply.code(provider.signs ? 401 : 200).send({})
      try {
        await hearNews(context, provider, news)
      } catch (error) {
        if (!(error instanceof ProviderUnsure)) throw error
        return reply.code(503).send({ code: 'unavailable' })
      }
      return reply.send({})
    })
  })
}
