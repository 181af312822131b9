import { m } from '#messages/messages.js'
import { shortInstant } from '../../parts/time/seoul-time.ts'

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** Formats a value for comparison: rich text without markup, date and time in Seoul time. */
export const formatValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? m.list_on() : m.list_off()
  if (typeof value === 'number') return value.toLocaleString()
  if (typeof value === 'string') {
    if (instant.test(value)) return shortInstant(value)
    return /<\w/.test(value) ? withoutMarks(value) : value
  }
  if (Array.isArray(value)) return value.map(formatValue).filter(Boolean).join(', ')
  return Object.values(value).map(formatValue).filter(Boolean).join(' · ')
}

const withoutMarks = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replace(/<\/(p|h\d|li|tr|figcaption)>|<br\s*\/?>/gi, '$& '), 'text/html')
    .body.textContent?.trim() ?? ''
