import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Derives the 32-byte vault key from the secret (`readSecret`) by HKDF-SHA-256. */
export const vaultKey = (secret: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), 'daecheong vault', 32))

/**
 * Encrypts a text with AES-256-GCM. Returns nonce, tag and ciphertext. `label` is authenticated too, so that a value
 * sealed for one record cannot replace another record's value.
 */
export const encryptText = (key: Uint8Array, text: string, label: string): Buffer => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(label))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Decrypts a text. Throws if the key or label differs or if the data was modified. */
export const decryptText = (key: Uint8Array, sealed: Buffer, label: string): string => {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(label))
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
}
