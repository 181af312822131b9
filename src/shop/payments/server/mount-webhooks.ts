import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { MountContext } from '#kit/module/module.ts'
import { ProviderUnsure } from '#kit/ports/provider-call.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import type { CardProvider, CardWebhook } from '../rules-card-provider.ts'
import { shopCardAttempts } from '../table.ts'
import { findCardProvider } from './choose-provider.ts'
import { settleAttempt } from './settle-attempt.ts'

/** Maximum body size in bytes. */
const bodyLimit = 64 * 1024

/**
 * Mounts `POST /webhooks/toss` or `/webhooks/portone`, whichever is configured. Not part of the contract, because
 * signatures cover the raw body. Also served while the shop is switched off, so that no payment is missed. Providers
 * resend a webhook until the answer is 200.
 */
export const mountWebhooks = (app: FastifyInstance, { services }: MountContext): void => {
  const provider = findCardProvider(services.settings.cardUrl)
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
      let webhook: ReturnType<typeof provider.parseWebhook>
      try {
        webhook = provider.parseWebhook(headers, body, context.now())
      } catch {
        return reply.code(400).send({ code: 'broken_json' })
      }
      if (!webhook) return reply.code(provider.signs ? 401 : 200).send({})
      try {
        await handleWebhook(context, provider, webhook)
      } catch (error) {
        if (!(error instanceof ProviderUnsure)) throw error
        return reply.code(503).send({ code: 'unavailable' })
      }
      return reply.send({})
    })
  })
}

/** Handles a webhook: reads the payment from the provider and ignores the webhook's content. */
export const handleWebhook = async (context: Context, provider: CardProvider, webhook: CardWebhook): Promise<void> => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(webhook.attempt)) return
  const [attempt] = await context.database
    .select()
    .from(shopCardAttempts)
    .where(eq(shopCardAttempts.id, webhook.attempt))
  if (attempt?.provider !== provider.name) return
  const payment = await provider.read(webhook)
  if (payment) await settleAttempt(context, attempt.id, payment)
}
