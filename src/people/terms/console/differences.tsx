import { useQuery } from '@tanstack/react-query'
import { TextDifference } from '#console/kit/form/saving/text-difference.tsx'
import { recordKey } from '#console/kit/list/state/use-list.ts'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import type { Locale } from '#kit/contract.ts'
import { languageTag } from '#kit/locale.ts'
import { textDifference } from '#kit/text/text-diff.ts'
import { m } from '#messages/messages.js'
import type { Terms } from '../contract.ts'
import styles from './overview.module.css'
import { resource } from './resource.tsx'

/** Returns the paragraphs of a text without markup. */
const splitParagraphs = (html: string): string[] =>
  [...new DOMParser().parseFromString(html, 'text/html').body.querySelectorAll('h2, h3, h4, p, li, td, th')]
    .filter((element) => !element.querySelector('p, li'))
    .map((element) => element.textContent?.trim() ?? '')
    .filter((text) => text !== '')

const getText = (version: Terms, locale: Locale): string =>
  splitParagraphs(version.body[locale] ?? version.body.ko).join('\n')

/** Differences between two versions, by paragraph. */
export function Differences({ ids, locale }: { ids: readonly [string, string]; locale: Locale }) {
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(resource.path, ids.join(' ')),
    queryFn: ({ signal }) => Promise.all(ids.map((id) => resource.get(id, { signal }))),
  })
  const [earlier, later] = data ?? []
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />
  if (!earlier || !later) return <div className={styles.text} aria-busy="true" />
  const before = getText(earlier, locale)
  const laterText = getText(later, locale)
  const changes = textDifference(before, laterText).filter(({ kind }) => kind !== 'same').length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard, and a text has no control
    <article className={styles.text} lang={languageTag[locale]} tabIndex={0}>
      <p className={styles.changes} role="status">
        {changes === 0 ? m.terms_compare_same() : m.terms_compare_count({ count: changes })}
      </p>
      <div className={styles.words}>
        <TextDifference base={before} next={laterText} />
      </div>
    </article>
  )
}
