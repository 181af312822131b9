import { z } from 'zod'
import { Instant, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'

fieldMessages({
  wrong_code: m.field_wrong_code,
  pending_over: m.field_pending_over,
  setup_over: m.field_setup_over,
  device_over: m.field_device_over,
})

const Password = z.string().min(1).max(256)
/** Six digits of the app, or a recovery code; spaces and hyphens are ignored. */
export const Code = z.string().trim().min(1).max(40)

const RecoveryCodes = z.object({ codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' })

export const twoStep = {
  twoStep: route({
    method: 'GET',
    path: '/api/v1/me/twoStep',
    access: 'member',
    summary: 'State of 2-step verification.',
    answer: z.object({
      twoStep: z.object({
        /** Null if it is off. */
        since: Instant.nullable(),
        /** Number of unused recovery codes. */
        codesLeft: z.number().int(),
        /** True if the settings require it, so that it cannot be switched off. */
        required: z.boolean(),
        /** Number of trusted devices, which are not asked for a code. */
        trusted: z.number().int(),
      }),
    }),
    beforeTwoStep: true,
  }),
  beginTwoStep: route({
    method: 'POST',
    path: '/api/v1/me/twoStep',
    access: 'member',
    summary:
      'Create a secret for an authenticator app; it takes effect once `confirmTwoStep` receives a code of it. Replacing an app requires one of its codes or a recovery code.',
    body: z.strictObject({ password: Password, code: Code.optional() }),
    answer: z.object({
      setup: z.object({
        /** Base32, for manual entry. */
        secret: z.string(),
        /** `otpauth://…` link for an app on this device. */
        uri: z.string(),
        /** QR code of the link: modules per side, and the dark modules as an SVG path. */
        size: z.number().int(),
        path: z.string(),
        expiresAt: Instant,
      }),
    }),
    status: 200,
    beforeTwoStep: true,
  }),
  confirmTwoStep: route({
    method: 'PUT',
    path: '/api/v1/me/twoStep',
    access: 'member',
    summary:
      'Enable 2-step verification or switch to the new secret. The recovery codes are returned only in this response.',
    body: z.strictObject({ code: Code }),
    answer: RecoveryCodes,
    beforeTwoStep: true,
  }),
  renewCodes: route({
    method: 'POST',
    path: '/api/v1/me/twoStep/codes',
    access: 'member',
    summary: 'Replace the recovery codes; the previous ones become invalid.',
    body: z.strictObject({ password: Password, code: Code }),
    answer: RecoveryCodes,
    status: 200,
  }),
  endTwoStep: route({
    method: 'POST',
    path: '/api/v1/me/twoStep/off',
    access: 'member',
    summary: 'Disable 2-step verification. Refused if the settings require it.',
    body: z.strictObject({ password: Password, code: Code }),
    status: 204,
  }),
  forgetDevices: route({
    method: 'POST',
    path: '/api/v1/me/twoStep/distrust',
    access: 'member',
    summary: 'Remove all trusted devices: each needs a code at its next log-in.',
    body: z.strictObject({ which: z.literal('all') }),
    status: 204,
  }),
}
