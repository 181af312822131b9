import type { PublicKind } from '#firm/forms/contract.ts'
import { unsurePractice } from '#firm/forms/rules.ts'
import type { Option } from '#firm/forms/submission/public/answer-field.tsx'
import { m } from '#messages/messages.js'
import { foreign } from '#ui/language.ts'
import type { SiteApi } from '../server/site-api.ts'

/** Published form for a page. */
export interface AskedForm {
  kind: PublicKind
  /** Options of its record fields. */
  options: { practice: Option[]; office?: Option[]; lawyer?: Option[] }
}

/** Converts records into field options. */
export const choices = (
  records: readonly { key: string; title: string; lang: Parameters<typeof foreign>[0] }[],
): Option[] => records.map(({ key, title, lang }) => ({ value: key, label: title, lang: foreign(lang) }))

/** Loads the consultation form with its practices. */
export const readRequestForm = async (api: SiteApi): Promise<AskedForm> => {
  const [{ kind }, { practices }] = await Promise.all([
    api.forms.kind({ params: { kind: 'consult' } }),
    api.practices.published(),
  ])
  const unsure: Option = { value: unsurePractice, label: m.consult_practice_unsure() }
  return { kind, options: { practice: [...choices(practices), unsure] } }
}
