import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { lockText, unlockText, vaultKey } from './vault.ts'

describe('the vault', () => {
  const key = vaultKey(randomBytes(32))

  it('gives back what was locked, and shows nothing of it', () => {
    const sealed = lockText(key, '도이수 010-1234-5678', 'one')
    expect(unlockText(key, sealed, 'one')).toBe('도이수 010-1234-5678')
    expect(sealed.includes(Buffer.from('도이수'))).toBe(false)
    expect(lockText(key, '도이수 010-1234-5678', 'one').equals(sealed)).toBe(false)
  })

  it('refuses another key, another label and a changed bit', () => {
    const sealed = lockText(key, 'text', 'one')
    expect(() => unlockText(vaultKey(randomBytes(32)), sealed, 'one')).toThrow()
    expect(() => unlockText(key, sealed, 'two')).toThrow()
    for (const place of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(() => unlockText(key, changed, 'one')).toThrow()
    }
  })
})
