import { eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Handlers } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { m } from '#messages/messages.js'
import { users } from '#people/users/table.ts'
import { readSetting } from '#platform/settings/server/read-settings.ts'
import { queueMail } from '../../server/queue-messages.ts'
import type { publicRoutes } from '../contract-opt-outs.ts'
import { optOut, readOptOut } from './opt-out-recipient.ts'

export const publicHandlers: Handlers<typeof publicRoutes> = {
  optOut: async (context, { params }) => ({ optOut: await readOptOut(context, params.token) }),

  confirmOptOut: async (context, { params }) => ({ optOut: await optOut(context, params.token) }),

  write: (context, { body }) =>
    context.transaction(async (within) => {
      const { desk } = await readSetting(within)
      if (desk.addresses.length === 0) throw new AppError('no_desk')
      const [account] = await within.database.select().from(users).where(eq(users.id, within.principal.userId))
      if (!account) throw new AppError('not_found')
      const options = { locale: 'ko' as const }
      const contact = account.email ?? account.phone ?? account.username
      for (const to of desk.addresses)
        await queueMail(within, {
          to,
          about: account.id,
          subject: m.sendings_desk_subject({ subject: body.subject }, options),
          html: htmlOf(m.sendings_desk_text({ name: account.name, contact, message: body.message }, options)),
        })
      return undefined
    }),
}
