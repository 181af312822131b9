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
/** Six digits of the app, or a recovery code; spaces and hyphens do not count. */
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
        /** Null where it is off. */
        since: Instant.nullable(),
        /** Recovery codes that were not used yet. */
        codesLeft: z.number().int(),
        /** The settings ask for it: it cannot be switched off. */
        required: z.boolean(),
        /** Devices that are not asked for a code now. */
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
        /** Base32, for typing it in. */
        secret: z.string(),
        /** `otpauth://…`, for the app of this device. */
        uri: z.string(),
        /** The same as a QR code: modules of each side, and the dark ones as a path of an SVG. */
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
