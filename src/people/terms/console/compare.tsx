import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Difference } from '#console/kit/form/difference.tsx'
import { textDifference } from '#console/kit/form/text-diff.ts'
import { recordKey } from '#console/kit/list/use-list.ts'
import { FailedNotice, Notice } from '#console/kit/notice.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { LocaleControl } from '#console/kit/parts/preview-controls.tsx'
import { seoulDay } from '#console/kit/parts/seoul-time.ts'
import { Screen } from '#console/kit/screen.tsx'
import { type Locale, locales } from '#kit/contract.ts'
import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { Terms } from '../contract.ts'
import styles from './compare.module.css'
import { resource, termsName } from './resource.tsx'

/** The paragraphs of a text, without marks of HTML. */
const paragraphsOf = (html: string): string[] =>
  [...new DOMParser().parseFromString(html, 'text/html').body.querySelectorAll('h2, h3, h4, p, li, td, th')]
    .filter((element) => !element.querySelector('p, li'))
    .map((element) => element.textContent?.trim() ?? '')
    .filter((text) => text !== '')

const textOf = (version: Terms, locale: Locale): string =>
  paragraphsOf(version.body[locale] ?? version.body.ko).join('\n')

/** Two versions of one text: what was added and what was taken out, paragraph by paragraph. */
export default function CompareTerms() {
  const [parameters, setParameters] = useSearchParams()
  const [locale, setLocale] = useState<Locale>('ko')
  const { data, error, refetch } = useQuery({
    queryKey: [resource.path, 'versions'],
    queryFn: ({ signal }) => resource.list({ limit: 100, sort: '-effectiveAt' }, { signal }),
  })
  const versions = data?.records ?? []
  const later = versions.find(({ _id }) => _id === parameters.get('to')) ?? versions[0]
  const ofCode = versions.filter(({ code }) => code === later?.code)
  const place = ofCode.findIndex(({ _id }) => _id === later?._id)
  const earlier = ofCode.find(({ _id }) => _id === parameters.get('from')) ?? ofCode[place + 1]
  const choose = (name: 'from' | 'to', id: string) =>
    setParameters((before) => {
      const next = new URLSearchParams(before)
      next.set(name, id)
      if (name === 'to') next.delete('from')
      return next
    })
  return (
    <Screen
      title={m.terms_compare()}
      before={
        <Button
          component={Link}
          to="/console/terms"
          variant="subtle"
          aria-label={m.form_back({ list: m.terms_list() })}
        >
          <Icon name="back" />
        </Button>
      }
      filters={
        later && (
          <>
            <NativeSelect
              aria-label={m.terms_compare_later()}
              value={later._id}
              data={versions.map((version) => ({ value: version._id, label: termsName(version as Terms) }))}
              onChange={({ currentTarget }) => choose('to', currentTarget.value)}
            />
            <NativeSelect
              aria-label={m.terms_compare_earlier()}
              value={earlier?._id ?? ''}
              data={ofCode
                .filter(({ _id }) => _id !== later._id)
                .map(({ _id, effectiveAt }) => ({
                  value: _id,
                  label: m.terms_compare_with({ day: seoulDay(effectiveAt) }),
                }))}
              onChange={({ currentTarget }) => choose('from', currentTarget.value)}
            />
            <LocaleControl size="sm" value={locale} onChange={setLocale} among={locales} />
          </>
        )
      }
      plain
    >
      {error && !data && <FailedNotice error={error} again={refetch} />}
      {data && !later && <Notice title={m.terms_empty_title()} text={m.terms_empty_text()} />}
      {later && !earlier && <Notice title={m.terms_compare_first()} text={m.terms_compare_first_text()} />}
      {later && earlier && (
        <Differences key={`${earlier._id} ${later._id}`} ids={[earlier._id, later._id]} locale={locale} />
      )}
    </Screen>
  )
}

function Differences({ ids, locale }: { ids: readonly [string, string]; locale: Locale }) {
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(resource.path, ids.join(' ')),
    queryFn: ({ signal }) => Promise.all(ids.map((id) => resource.get(id, { signal }))),
  })
  const [earlier, later] = data ?? []
  if (error && !data) return <FailedNotice error={error} again={refetch} />
  if (!earlier || !later) return <div className={styles.text} aria-busy="true" />
  const before = textOf(earlier, locale)
  const now = textOf(later, locale)
  const changes = textDifference(before, now).filter(({ kind }) => kind !== 'same').length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys, and a text has no control
    <article className={styles.text} lang={languageTag[locale]} tabIndex={0}>
      <p className={styles.count} role="status">
        {changes === 0 ? m.terms_compare_same() : m.terms_compare_count({ count: changes })}
      </p>
      <div className={styles.words}>
        <Difference base={before} next={now} />
      </div>
    </article>
  )
}
