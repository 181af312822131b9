import { z } from 'zod'
import { route } from '#kit/contract.ts'

/** Bytes of a passkey in base64url. */
export const CredentialText = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, { error: 'passkey' })
    .max(max)

/** A started session. */
const StartedSession = z.object({ refreshToken: z.string(), expiresAt: z.iso.datetime() })

/** Token of a log-in that awaits its second step. */
const PendingToken = z.string().regex(/^[\w-]{43}$/, { error: 'pending_over' })

/** Token of a trusted device, stored by the browser. */
const DeviceToken = z.string().regex(/^[\w-]{43}$/, { error: 'device_over' })

/** Routes by which a browser begins, renews and ends a session; implemented by `people/auth`. */
export const sessionRoutes = {
  refreshToken: route({
    method: 'GET',
    path: '/api/auth/refreshToken',
    access: 'basic',
    summary:
      'Log in with the encoded username and password (Basic). Returns a refresh token, or the token of a pending log-in if a code is required.',
    answer: z.union([StartedSession, z.object({ pending: z.string(), expiresAt: z.iso.datetime() })]),
  }),
  secondStep: route({
    method: 'POST',
    path: '/api/auth/secondStep',
    access: 'public',
    summary: 'Complete a pending log-in with a code of the authenticator app or a recovery code.',
    body: z.strictObject({
      pending: PendingToken,
      code: z.string().trim().min(1).max(40),
      trust: z.boolean().optional().describe('Trust this device: it needs no code for 30 days'),
    }),
    answer: StartedSession.extend({
      /** Present if `trust` was requested; `trustedDevice` accepts the token instead of a code. */
      device: z.object({ token: z.string(), expiresAt: z.iso.datetime() }).optional(),
    }),
    status: 200,
    perMinute: 30,
  }),
  trustedDevice: route({
    method: 'POST',
    path: '/api/auth/trustedDevice',
    access: 'public',
    summary: 'Complete a pending log-in with the token of a trusted device instead of a code.',
    body: z.strictObject({ pending: PendingToken, device: DeviceToken }),
    answer: StartedSession,
    status: 200,
    perMinute: 30,
  }),
  accessToken: route({
    method: 'GET',
    path: '/api/auth/accessToken',
    access: 'refresh',
    summary: 'Exchange the refresh token (Bearer) for an access token of 10 minutes.',
    answer: z.object({ accessToken: z.string(), expiresAt: z.iso.datetime() }),
  }),
  logout: route({
    method: 'DELETE',
    path: '/api/auth/refreshToken',
    access: 'refresh',
    summary: 'Log out: end the session.',
    status: 204,
  }),
}

/** Routes of the passkey log-in; implemented by `people/passkeys`. */
export const passkeyRoutes = {
  passkeyChallenge: route({
    method: 'GET',
    path: '/api/auth/passkey',
    access: 'public',
    summary: 'Create a challenge for a log-in with a passkey; it can be used once, within five minutes.',
    answer: z.object({
      challenge: z.object({
        _id: z.uuid(),
        options: z.object({
          challenge: z.string(),
          rpId: z.string(),
          timeout: z.number(),
          userVerification: z.literal('required'),
        }),
      }),
    }),
    perMinute: 60,
  }),
  passkeyLogin: route({
    method: 'POST',
    path: '/api/auth/passkey',
    access: 'public',
    summary: 'Log in with a passkey.',
    body: z.strictObject({
      challenge: z.uuid().lowercase(),
      credential: z.strictObject({
        id: CredentialText(1400),
        clientDataJSON: CredentialText(8000),
        authenticatorData: CredentialText(8000),
        signature: CredentialText(2000),
        userHandle: CredentialText(200),
      }),
    }),
    // Included so that an expired session can ask for the password alone.
    answer: StartedSession.extend({ username: z.string() }),
    status: 200,
    perMinute: 30,
  }),
}
