import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { eq } from 'drizzle-orm'
import { hashPassword } from '#kit/auth/password.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { users } from '#people/users/table.ts'
import type { passkeys as contract } from './contract.ts'
import { createLoginChallenge, createRegistrationChallenge } from './server/create-challenge.ts'
import { verifyRegistration } from './server/verify-passkey.ts'
import { passkeys } from './table.ts'

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

const origin = 'http://localhost:3000'
const present = 0x01
const verified = 0x04
const attested = 0x40

export interface MadeKey {
  credentialId: string
  userId: string
  /** Returns the input of `createPasskey` for a challenge. */
  register: (challenge: string, changes?: { origin?: string; flags?: number }) => Registration
  /** Returns the input of `passkeyLogin` for a challenge; increments the signature counter. */
  assert: (challenge: string, changes?: { origin?: string; counter?: number; flags?: number }) => Assertion
}
interface Registration {
  id: string
  clientDataJSON: string
  attestationObject: string
  transports: 'internal'[]
}
interface Assertion {
  id: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle: string
}

/** Creates a software passkey like an authenticator does (ES256, no attestation). */
export const makeKey = (userId: string): MadeKey => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  const clientData = (type: string, challenge: string, at = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const head = (flags: number, count: number) => {
    const bytes = Buffer.alloc(37)
    sha256('localhost').copy(bytes)
    bytes[32] = flags
    bytes.writeUInt32BE(count, 33)
    return bytes
  }
  return {
    credentialId: base64url(id),
    userId,
    register: (challenge, changes = {}) => {
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const authData = Buffer.concat([
        head(changes.flags ?? present | verified | attested, 0),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        isoCBOR.encode(cose),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        id: base64url(id),
        clientDataJSON: base64url(clientData('webauthn.create', challenge, changes.origin)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      }
    },
    assert: (challenge, changes = {}) => {
      counter = changes.counter ?? counter + 1
      const data = clientData('webauthn.get', challenge, changes.origin)
      const authenticatorData = head(changes.flags ?? present | verified, counter)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey)
      return {
        id: base64url(id),
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle: base64url(Buffer.from(userId)),
      }
    },
  }
}

const password = 'a quiet gate of pine'

/** Registers a passkey for the caller. */
const keepKey = async (context: Context, { userId, register }: MadeKey) => {
  const { _id, options } = await createRegistrationChallenge(context)
  const now = context.now()
  const passkey = await verifyRegistration(context, _id, register(options.challenge))
  await context.database
    .insert(passkeys)
    .values({ ...passkey, id: context.newId(), userId, name: '집 컴퓨터', createdAt: now, updatedAt: now })
}

/** Creates a stored passkey without a device. */
const buildPasskey = async (context: Context, userId: string) => {
  const now = context.now()
  const row = {
    id: context.newId(),
    userId,
    credentialId: base64url(randomBytes(16)),
    publicKey: randomBytes(77),
    name: '집 컴퓨터',
    createdAt: now,
    updatedAt: now,
  }
  await context.database.insert(passkeys).values(row)
  return row
}

export const samples: Samples<typeof contract> = {
  beginPasskey: async (context) => {
    await context.database
      .update(users)
      .set({ passwordHash: await hashPassword(password) })
      .where(eq(users.id, context.principal.userId))
    return { body: { password } }
  },
  createPasskey: async (context) => {
    const { _id, options } = await createRegistrationChallenge(context)
    const { register } = makeKey(context.principal.userId)
    // Remove the earlier ones, because an account may have 20.
    await context.database.delete(passkeys).where(eq(passkeys.userId, context.principal.userId))
    return { body: { challenge: _id, name: '집 컴퓨터', credential: register(options.challenge) } }
  },
  renamePasskey: async (context) => ({
    params: { id: (await buildPasskey(context, context.principal.userId)).id },
    body: { name: '새 노트북' },
  }),
  removePasskey: async (context) => ({ params: { id: (await buildPasskey(context, context.principal.userId)).id } }),
  passkeyLogin: async (context) => {
    const key = makeKey(context.principal.userId)
    await keepKey(context, key)
    const { _id, options } = await createLoginChallenge(context)
    return { body: { challenge: _id, credential: key.assert(options.challenge) } }
  },
}
