import type { Unit } from '#console/kit/form/saving/change-units.ts'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { locales } from '#kit/contract.ts'
import { m } from '#messages/messages.js'

const listTextUnits = (): { name: string; label: string; kind: Unit['kind'] }[] => [
  { name: 'subject', label: m.boards_subject(), kind: 'text' },
  { name: 'summary', label: m.boards_summary(), kind: 'text' },
  { name: 'body', label: m.boards_body(), kind: 'html' },
  { name: 'state', label: m.list_column_state(), kind: 'plain' },
  { name: 'publishFrom', label: m.form_from(), kind: 'plain' },
  { name: 'publishTo', label: m.form_to(), kind: 'plain' },
  { name: 'facts', label: m.boards_facts(), kind: 'plain' },
]

const listCommonUnits = (): { name: string; label: string }[] => [
  { name: 'code', label: m.content_board() },
  { name: 'category', label: m.boards_category() },
  { name: 'slug', label: m.boards_slug() },
  { name: 'pinned', label: m.boards_pinned() },
  { name: 'comments', label: m.boards_comments() },
  { name: 'thumb', label: m.boards_cover() },
  { name: 'files', label: m.boards_files() },
]

/**
 * Units of a post for change tracking and conflict merges. Each language has its own: it is edited and published
 * separately.
 */
export const listPostUnits = (): Unit[] => [
  ...locales.flatMap((locale) =>
    listTextUnits().map(({ name, label, kind }) => ({
      path: `texts.${locale}.${name}`,
      label: locale === 'ko' ? label : `${languageName[locale]} ${label}`,
      field: `texts.${locale}.${name}`,
      kind,
    })),
  ),
  ...listCommonUnits().map(({ name, label }) => ({ path: name, label, field: name, kind: 'plain' as const })),
]
