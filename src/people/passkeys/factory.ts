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

const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const hashSha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

const origin = 'http://localhost:3000'
const userPresentFlag = 0x01
const userVerifiedFlag = 0x04
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
  const buildAuthenticatorHead = (flags: number, count: number) => {
    const bytes = Buffer.alloc(37)
    hashSha256('localhost').copy(bytes)
    bytes[32] = flags
    bytes.writeUInt32BE(count, 33)
    return bytes
  }
  return {
    credentialId: toBase64Url(id),
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
        buildAuthenticatorHead(changes.flags ?? userPresentFlag | userVerifiedFlag | attested, 0),
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
        id: toBase64Url(id),
        clientDataJSON: toBase64Url(clientData('webauthn.create', challenge, changes.origin)),
        attestationObject: toBase64Url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      }
    },
    assert: (challenge, changes = {}) => {
      counter = changes.counter ?? counter + 1
      const data = clientData('webauthn.get', challenge, changes.origin)
      const authenticatorData = buildAuthenticatorHead(changes.flags ?? userPresentFlag | userVerifiedFlag, counter)
      const signature = sign('sha256', Buffer.concat([authenticatorData, hashSha256(data)]), privateKey)
      return {
        id: toBase64Url(id),
        clientDataJSON: toBase64Url(data),
        authenticatorData: toBase64Url(authenticatorData),
        signature: toBase64Url(signature),
        userHandle: toBase64Url(Buffer.from(userId)),
      }
    },
  }
}

const password = 'a quiet gate of pine'

/** Registers a passkey for the caller. */
const storeKey = async (context: Context, { userId, register }: MadeKey) => {
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
    credentialId: toBase64Url(randomBytes(16)),
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
    await storeKey(context, key)
    const { _id, options } = await createLoginChallenge(context)
    return { body: { challenge: _id, credential: key.assert(options.challenge) } }
  },
}
