import { z } from 'zod'
import { Id, Instant, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issues.ts'
import { m } from '#messages/messages.js'
import { channels } from './rules.ts'

fieldMessages({
  contact_email: m.certify_field_email,
  contact_phone: m.certify_field_phone,
  channel: m.certify_field_channel,
  code_wrong: m.certify_field_wrong,
  code_over: m.certify_field_over,
})

export const Channel = z.enum(channels)

export const certify = {
  offered: route({
    method: 'GET',
    path: '/api/v1/users/certify',
    access: 'public',
    summary: 'The ways in which a contact can be proven here.',
    answer: z.object({ channels: z.array(Channel) }),
  }),
  send: route({
    method: 'POST',
    path: '/api/v1/users/certify',
    access: 'public',
    summary: 'Send a code of six digits to an e-mail address or a telephone; the same for known and unknown ones.',
    body: z.strictObject({ channel: Channel, contact: z.string().min(1).max(200) }),
    answer: z.object({
      certification: z.object({
        _id: Id,
        channel: Channel,
        /** As it was understood. */
        contact: z.string(),
        expiresAt: Instant,
        resendAt: Instant,
      }),
    }),
    status: 201,
    perMinute: 60,
  }),
  confirm: route({
    method: 'POST',
    path: '/api/v1/users/certify/{id}',
    access: 'public',
    summary: 'Give the code back. Its proof serves once, for an hour.',
    params: z.strictObject({ id: Id }),
    body: z.strictObject({
      channel: Channel,
      /** As `send` answered it. */
      contact: z.string().min(1).max(200),
      code: z.string().regex(/^\d{6}$/, { error: 'code_wrong' }),
    }),
    answer: z.object({
      proof: z.object({
        token: z.string(),
        channel: Channel,
        contact: z.string(),
        expiresAt: Instant,
        /** An account has this contact already; told to who has proven it. */
        registered: z.boolean(),
      }),
    }),
    status: 200,
    perMinute: 60,
  }),
}
