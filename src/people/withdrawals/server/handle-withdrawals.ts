import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/errors.ts'
import type { MountContext } from '#kit/module/module.ts'
import type { Handlers } from '#kit/server/context.ts'
import { verifyOwnPassword } from '#people/auth/server/authenticate-session.ts'
import type { withdrawals as contract } from '../contract.ts'
import { createArchiveUrl, openArchive, previewWithdrawal, withdrawAccount } from './withdraw-account.ts'

export const withdrawalHandlers: Handlers<typeof contract> = {
  async outlook(context) {
    return { withdrawal: await previewWithdrawal(context) }
  },

  async withdraw(context, { body }) {
    await verifyOwnPassword(context, body.password, 'password')
    await withdrawAccount(context, body.reason)
    return undefined
  },

  async archive(context) {
    return { url: createArchiveUrl(context) }
  },
}

/** Serves `GET /files/archive` by a signed URL. */
export const mountArchive = (app: FastifyInstance, { services }: MountContext): void => {
  app.get<{ Querystring: { token?: string } }>('/files/archive', { schema: { hide: true } }, async (request, reply) => {
    const { token } = request.query
    const stream = typeof token === 'string' ? await openArchive(services, token) : null
    if (!stream) throw new AppError('not_found')
    const day = services.clock.now().toISOString().slice(0, 10)
    return reply
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', `attachment; filename="daecheong-${day}.zip"`)
      .type('application/zip')
      .send(stream)
  })
}
