import { undecidedPractice } from '#firm/forms/rules.ts'
import type { PublicKind } from '#firm/forms/submission/contract.ts'
import type { FieldOption } from '#firm/forms/submission/public/answer-field.tsx'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { SiteApi } from '../loader-context.ts'

/** Published form for a page. */
export interface LoadedForm {
  kind: PublicKind
  /** Options of its record fields. */
  options: { practice: FieldOption[]; office?: FieldOption[]; lawyer?: FieldOption[] }
}

/** Converts records into field options. */
export const toFieldOptions = (
  records: readonly { key: string; title: string; lang: Parameters<typeof foreignLang>[0] }[],
): FieldOption[] => records.map(({ key, title, lang }) => ({ value: key, label: title, lang: foreignLang(lang) }))

/** Loads the consultation form with its practices. */
export const loadRequestForm = async (api: SiteApi): Promise<LoadedForm> => {
  const [{ kind }, { practices }] = await Promise.all([
    api.forms.kind({ params: { kind: 'consult' } }),
    api.practices.published(),
  ])
  const unsure: FieldOption = { value: undecidedPractice, label: m.consult_practice_unsure() }
  return { kind, options: { practice: [...toFieldOptions(practices), unsure] } }
}
