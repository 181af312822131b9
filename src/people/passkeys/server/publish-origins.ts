import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/errors.ts'
import type { MountContext } from '#kit/module/module.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { matchOrigin } from '#platform/settings/server/read-settings.ts'

/** Returns the origins where passkeys of the site are used: its own, and that of Match if it has a separate host. */
export const listPasskeyOrigins = async (context: Context): Promise<string[]> => {
  const { publicUrl } = context.services.settings
  if (!publicUrl) return []
  return [...new Set([new URL(publicUrl).origin, new URL(await matchOrigin(context)).origin])]
}

/**
 * `GET /.well-known/webauthn`: further origins whose pages may use passkeys of this host (WebAuthn Level 3, related
 * origin requests). Browsers request it from the relying party host over HTTPS. 404 if there is no other origin.
 */
export const mountRelatedOrigins = (app: FastifyInstance, { services }: MountContext): void => {
  app.get('/.well-known/webauthn', { schema: { hide: true } }, async (request, reply) => {
    const origins = await listPasskeyOrigins(new Context(services, publicScope('ko', request.id)))
    if (origins.length < 2) throw new AppError('not_found')
    return reply.header('cache-control', 'no-cache').type('application/json').send(JSON.stringify({ origins }))
  })
}
