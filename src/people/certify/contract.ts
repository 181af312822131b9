import { z } from 'zod'
import { Id, Instant, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { PersonName } from '#people/users/contract.ts'
import { channels, codeChannels, purposes } from './rules.ts'

fieldMessages({
  contact_email: m.certify_field_email,
  channel: m.certify_field_channel,
  code_wrong: m.certify_field_wrong,
  code_over: m.certify_field_over,
  identity_open: m.certify_identity_open,
  identity_failed: m.certify_identity_failed,
  identity_over: m.certify_identity_over,
  identity_unknown: m.certify_identity_unknown,
  identity_part: m.certify_identity_part,
  identity_away: m.certify_identity_away,
})

const Channel = z.enum(channels)
export const CodeChannel = z.enum(codeChannels)

/** Path of the page that embeds the provider's window. */
const identityPath = '/api/v1/users/certify/identity'

export const certify = {
  offered: route({
    method: 'GET',
    path: '/api/v1/users/certify',
    access: 'public',
    summary: 'Channels that can prove a contact.',
    answer: z.object({ channels: z.array(Channel) }),
  }),
  send: route({
    method: 'POST',
    path: '/api/v1/users/certify',
    access: 'public',
    summary:
      'Send a six-digit code to an e-mail address or phone number. The response is the same whether an account has the contact or not.',
    body: z.strictObject({ channel: CodeChannel, contact: z.string().min(1).max(200) }),
    answer: z.object({
      certification: z.object({
        _id: Id,
        channel: CodeChannel,
        /** Normalized contact. */
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
    summary: 'Confirm a code. The returned proof can be used once, within one hour.',
    params: z.strictObject({ id: Id }),
    body: z.strictObject({
      channel: CodeChannel,
      /** Contact as `send` returned it. */
      contact: z.string().min(1).max(200),
      code: z.string().regex(/^\d{6}$/, { error: 'code_wrong' }),
    }),
    answer: z.object({
      proof: z.object({
        token: z.string(),
        channel: CodeChannel,
        contact: z.string(),
        expiresAt: Instant,
        /** True if an account has this contact already; revealed only after the contact is proven. */
        registered: z.boolean(),
      }),
    }),
    status: 200,
    perMinute: 60,
  }),
  identityWindow: route({
    method: 'GET',
    path: identityPath,
    access: 'public',
    summary: 'Origins that the identity verification page loads from; null if it is not offered.',
    answer: z.object({
      window: z
        .object({ script: z.array(z.string()), frame: z.array(z.string()), connect: z.array(z.string()) })
        .nullable(),
    }),
  }),
  beginIdentity: route({
    method: 'POST',
    path: identityPath,
    access: 'public',
    summary: 'Start an identity verification in the provider’s window; it must be completed within 30 minutes.',
    body: z.strictObject({ purpose: z.enum(purposes) }),
    answer: z.object({
      verification: z.object({
        /** Id under which the provider knows the verification. */
        _id: z.string(),
        /** Secret of the browser that started it; never part of a URL. */
        key: z.string(),
        expiresAt: Instant,
        /** Values to open the provider's window. */
        script: z.string(),
        store: z.string(),
        channel: z.string(),
      }),
    }),
    status: 201,
    perMinute: 60,
  }),
  endIdentity: route({
    method: 'POST',
    path: `${identityPath}/{id}`,
    access: 'public',
    summary:
      'Complete an identity verification: the server asks the provider for the result. The returned proof can be used once, within one hour.',
    params: z.strictObject({ id: z.string().min(1).max(40) }),
    body: z.strictObject({ key: z.string().min(1).max(100) }),
    answer: z.object({
      proof: z.object({
        token: z.string(),
        channel: z.literal('IDENTITY'),
        /** Phone number and name from the provider. */
        contact: z.string(),
        name: PersonName,
        expiresAt: Instant,
        registered: z.boolean(),
      }),
    }),
    status: 200,
    perMinute: 60,
  }),
}
