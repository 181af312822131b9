import { z } from 'zod'
import { ById, headerLine, Id, Instant, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { CredentialText, passkeyRoutes } from '#session/contract.ts'

fieldMessages({
  passkey: m.field_passkey,
  challenge_over: m.field_challenge_over,
  too_many_passkeys: m.field_too_many_passkeys,
})

const Name = headerLine(60).min(1)

const Passkey = z
  .object({
    ...recordFields,
    name: z.string(),
    /** Last log-in with it. */
    usedAt: Instant.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

export const passkeys = {
  ...passkeyRoutes,
  passkeys: route({
    method: 'GET',
    path: '/api/v1/me/passkeys',
    access: 'member',
    summary: 'Passkeys of the caller, newest first.',
    answer: z.object({ passkeys: z.array(Passkey) }),
  }),
  beginPasskey: route({
    method: 'POST',
    path: '/api/v1/me/passkeys/challenge',
    access: 'member',
    summary: 'Challenge for a new passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON).',
    body: z.strictObject({ password: z.string().min(1).max(256) }),
    answer: z.object({
      challenge: z.object({
        _id: Id,
        options: z.object({
          rp: z.object({ name: z.string(), id: z.string() }),
          user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
          challenge: z.string(),
          pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
          timeout: z.number(),
          excludeCredentials: z.array(
            z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.enum(transports)) }),
          ),
          authenticatorSelection: z.object({
            residentKey: z.literal('required'),
            requireResidentKey: z.literal(true),
            userVerification: z.literal('required'),
          }),
          attestation: z.literal('none'),
        }),
      }),
    }),
    status: 200,
  }),
  createPasskey: route({
    method: 'POST',
    path: '/api/v1/me/passkeys',
    access: 'member',
    summary: 'Register a new passkey.',
    body: z.strictObject({
      challenge: Id,
      name: Name,
      credential: z.strictObject({
        id: CredentialText(1400),
        clientDataJSON: CredentialText(8000),
        attestationObject: CredentialText(40_000),
        transports: z.array(z.enum(transports)).max(10).default([]),
      }),
    }),
    answer: z.object({ passkey: Passkey }),
    status: 201,
  }),
  renamePasskey: route({
    method: 'PUT',
    path: '/api/v1/me/passkeys/{id}',
    access: 'member',
    summary: 'Rename a passkey.',
    params: ById,
    body: z.strictObject({ name: Name }),
    answer: z.object({ passkey: Passkey }),
    owned: true,
  }),
  removePasskey: route({
    method: 'DELETE',
    path: '/api/v1/me/passkeys/{id}',
    access: 'member',
    summary: 'Delete a passkey.',
    params: ById,
    status: 204,
    owned: true,
  }),
}
