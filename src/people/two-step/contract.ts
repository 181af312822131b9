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
    summary: 'Whether 2-step verification is on.',
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
      'Make a secret for an authenticator app; it is in force once `confirmTwoStep` got a code of it. In place of another app it takes a code of that one, or a recovery code.',
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
    summary: 'Switch it on, or over to the new secret. The recovery codes are told this once.',
    body: z.strictObject({ code: Code }),
    answer: RecoveryCodes,
    beforeTwoStep: true,
  }),
  renewCodes: route({
    method: 'POST',
    path: '/api/v1/me/twoStep/codes',
    access: 'member',
    summary: 'New recovery codes; the earlier ones no longer serve.',
    body: z.strictObject({ password: Password, code: Code }),
    answer: RecoveryCodes,
    status: 200,
  }),
  endTwoStep: route({
    method: 'POST',
    path: '/api/v1/me/twoStep/off',
    access: 'member',
    summary: 'Switch it off. Refused where the settings ask for it.',
    body: z.strictObject({ password: Password, code: Code }),
    status: 204,
  }),
  forgetDevices: route({
    method: 'POST',
    path: '/api/v1/me/twoStep/distrust',
    access: 'member',
    summary: 'Trust no device any longer: each is asked for a code at its next log-in.',
    body: z.strictObject({ which: z.literal('all') }),
    status: 204,
  }),
}
