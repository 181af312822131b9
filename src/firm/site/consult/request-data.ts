import type { PublicKind } from '#firm/forms/contract.ts'
import type { Option } from '#firm/forms/public/answer-field.tsx'
import { unsurePractice } from '#firm/forms/rules.ts'
import { m } from '#messages/messages.js'
import { foreign } from '#ui/language.ts'
import type { SiteApi } from '../api.ts'

/** The published form as a page shows it. */
export interface AskedForm {
  kind: PublicKind
  /** Records its fields choose from. */
  options: { practice: Option[]; office?: Option[]; lawyer?: Option[] }
}

/** Records as a field offers them. */
export const choices = (
  records: readonly { key: string; title: string; lang: Parameters<typeof foreign>[0] }[],
): Option[] => records.map(({ key, title, lang }) => ({ value: key, label: title, lang: foreign(lang) }))

/** The request for a consultation with the practices it may be about. */
export const readRequestForm = async (api: SiteApi): Promise<AskedForm> => {
  const [{ kind }, { practices }] = await Promise.all([
    api.forms.kind({ params: { kind: 'consult' } }),
    api.practices.published(),
  ])
  const unsure: Option = { value: unsurePractice, label: m.consult_practice_unsure() }
  return { kind, options: { practice: [...choices(practices), unsure] } }
}
