import { dictionary } from '@zxcvbn-ts/language-common'

/** About 49,000 of the most common passwords from published leaks, in lower case. */
let common: ReadonlySet<string> | undefined

/** True for one of the most common passwords, even with a few digits or symbols around it. */
export const isCommonPassword = (password: string): boolean => {
  common ??= new Set(dictionary['passwords-common'])
  const plain = password.normalize('NFC').toLowerCase()
  const [, core = ''] = /^[^\p{L}]{0,4}(.*?)[^\p{L}]{0,4}$/u.exec(plain) ?? []
  return common.has(plain) || common.has(core)
}
