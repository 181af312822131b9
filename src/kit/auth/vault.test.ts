import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decryptText, encryptText, vaultKey } from './vault.ts'

describe('the vault', () => {
  const key = vaultKey(randomBytes(32))

  it('decrypts what it encrypted, and reveals nothing of it', () => {
    const sealed = encryptText(key, '도이수 010-1234-5678', 'one')
    expect(decryptText(key, sealed, 'one')).toBe('도이수 010-1234-5678')
    expect(sealed.includes(Buffer.from('도이수'))).toBe(false)
    expect(encryptText(key, '도이수 010-1234-5678', 'one').equals(sealed)).toBe(false)
  })

  it('refuses another key, another label and a changed bit', () => {
    const sealed = encryptText(key, 'text', 'one')
    expect(() => decryptText(vaultKey(randomBytes(32)), sealed, 'one')).toThrow()
    expect(() => decryptText(key, sealed, 'two')).toThrow()
    for (const place of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(() => decryptText(key, changed, 'one')).toThrow()
    }
  })
})
