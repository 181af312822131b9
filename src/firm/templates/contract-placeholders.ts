/**
 * Placeholders of reply templates: names in braces. Those in `placeholderNames` are filled in from the request; the author
 * replaces the others manually. A reply with a placeholder is not sent. Used by browser and server.
 */
export const templateFields = ['name', 'number', 'building', 'practice', 'office', 'phone', 'writer', 'firm'] as const
export type TemplateField = (typeof templateFields)[number]

/** Names of each field; a template may be written in any of the three languages. */
const placeholderNames: Record<TemplateField, readonly string[]> = {
  name: ['이름', 'name', '姓名'],
  number: ['접수번호', 'number', '受理编号'],
  building: ['건물', 'building', '建筑'],
  practice: ['분야', 'subject', '领域'],
  office: ['사무소', 'office', '事务所'],
  phone: ['연락처', 'telephone', '电话'],
  writer: ['담당자', 'writer', '负责人'],
  firm: ['법인', 'firm', '律所'],
}

/** Returns the placeholder name of a field in a language. */
export const getPlaceholderName = (field: TemplateField, locale: 'ko' | 'en' | 'cn'): string =>
  placeholderNames[field][['ko', 'en', 'cn'].indexOf(locale)] ?? field

const byName = new Map(
  Object.entries(placeholderNames).flatMap(([field, names]) => names.map((name) => [name, field as TemplateField])),
)

const blank = /\{\s*([^{}\n]{1,60}?)\s*\}/g

/** Segment of a reply: original text, a filled-in value, or an open placeholder. */
interface Piece {
  kind: 'text' | 'filled' | 'blank'
  text: string
}

/** Returns the distinct placeholder names in a text. */
export const findPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(blank)].map(([, name]) => name ?? '')),
]

/** Answer of the sender. A placeholder that is no known field refers to the label of a question. */
interface Answer {
  label: string
  value: string
}

/** Fills in known placeholders; unknown ones stay. */
export const fillPlaceholders = (
  text: string,
  values: Partial<Record<TemplateField, string>>,
  answers: readonly Answer[] = [],
): string =>
  text.replace(blank, (match, name: string) => {
    const field = byName.get(name)
    return (field ? values[field] : answers.find(({ label }) => label === name)?.value) || match
  })

/**
 * Splits a text into segments: placeholders, given values, and the text between. Joined, the segments equal the text.
 */
export const splitPlaceholders = (text: string, values: readonly string[]): Piece[] => {
  const candidates = [...new Set(values)].filter((value) => value.length > 1).sort((a, b) => b.length - a.length)
  const words = candidates.map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const either = new RegExp([blank.source, ...words].join('|'), 'g')
  const pieces: Piece[] = []
  let at = 0
  for (const match of text.matchAll(either)) {
    if (match.index > at) pieces.push({ kind: 'text', text: text.slice(at, match.index) })
    pieces.push({ kind: match[1] === undefined ? 'filled' : 'blank', text: match[0] })
    at = match.index + match[0].length
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) })
  return pieces
}
