import { z } from 'zod'
import { Instant, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { NewPassword } from '#people/auth/contract.ts'
import { CodeChannel } from '#people/certify/contract.ts'

fieldMessages({ link_over: m.recovery_field_over })

const Token = z.string().regex(/^[\w-]{43}$/, { error: 'link_over' })

export const recovery = {
  ask: route({
    method: 'POST',
    path: '/api/v1/users/recovery',
    access: 'public',
    summary:
      'Send the username, or a link to set a new password, to the contact of an account. Response and response time are the same if no account has it.',
    body: z.strictObject({
      what: z.enum(['username', 'password']),
      channel: CodeChannel.default('EMAIL'),
      contact: z.string().min(1).max(200),
    }),
    status: 204,
    perMinute: 20,
  }),
  link: route({
    method: 'POST',
    path: '/api/v1/users/recovery/link',
    access: 'public',
    summary: 'Expiry of a link.',
    body: z.strictObject({ token: Token }),
    answer: z.object({ expiresAt: Instant }),
    status: 200,
    perMinute: 30,
  }),
  password: route({
    method: 'POST',
    path: '/api/v1/users/recovery/password',
    access: 'public',
    summary: 'Set a new password with a single-use link, and end all sessions of the account.',
    body: z.strictObject({ token: Token, password: NewPassword }),
    status: 204,
    perMinute: 20,
  }),
}
