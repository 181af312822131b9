import { dictionary } from '@zxcvbn-ts/language-common'

/** Some 49,000 of the commonest passwords in published leaks, in lower case. */
let common: ReadonlySet<string> | undefined

/** True for one of the commonest passwords, also with a few digits or signs around it. */
export const isCommonPassword = (password: string): boolean => {
  common ??= new Set(dictionary['passwords-common'])
  const plain = password.normalize('NFC').toLowerCase()
  const [, core = ''] = /^[^\p{L}]{0,4}(.*?)[^\p{L}]{0,4}$/u.exec(plain) ?? []
  return common.has(plain) || common.has(core)
}
