import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Icon } from '#console/kit/parts/icon.tsx'
import { LocaleControl } from '#console/kit/parts/preview/preview-controls.tsx'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice, Notice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { type Locale, locales } from '#kit/contract.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import type { Agreement } from '#people/consents/contract.ts'
import type { TermsLine } from '../contract.ts'
import { AgreementCount, calculateAgreedPercentage, useAgreements } from './agreement-count.tsx'
import { Differences } from './differences.tsx'
import styles from './overview.module.css'
import { hasBegun, resource, TermsState } from './resource.tsx'

/** Versions of one text, newest first. */
interface Text {
  code: string
  versions: readonly [TermsLine, ...TermsLine[]]
}

const groupByCode = (versions: readonly TermsLine[]): Text[] =>
  [...Map.groupBy(versions, ({ code }) => code)].flatMap(([code, [newest, ...others]]) =>
    newest ? [{ code, versions: [newest, ...others] }] : [],
  )

/** All texts with their versions, the changes of the newest one, and the consent counts of the one in force. */
export default function TermsOverview() {
  const [parameters, setParameters] = useSearchParams()
  const mayWrite = useMayWrite(resource.access)
  const agreements = useAgreements()
  const { data, error, refetch } = useQuery({
    queryKey: [resource.path, 'versions'],
    queryFn: ({ signal }) =>
      readAllPages('records', (page) => resource.list({ ...page, sort: '-effectiveAt' }, { signal })),
  })
  const texts = groupByCode(data?.records ?? [])
  const shown = texts.find(({ code }) => code === parameters.get('code')) ?? texts[0]
  const count = texts.reduce((sum, { versions }) => sum + versions.length, 0)
  return (
    <Screen
      fillsScreen
      hasNoMargin
      title={m.terms_list()}
      note={data && m.terms_counted({ texts: texts.length, versions: count })}
      actions={
        <>
          <Button component={Link} to="/console/terms/versions">
            {m.terms_all_versions()}
          </Button>
          {mayWrite && (
            <Button
              component={Link}
              to={shown ? `/console/terms/create?from=${shown.versions[0]._id}` : '/console/terms/create'}
              variant="filled"
              leftSection={<Icon name="add" />}
            >
              {m.terms_create()}
            </Button>
          )}
        </>
      }
    >
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {data && !shown && <Notice title={m.terms_empty_title()} text={m.terms_empty_text()} />}
      {shown && (
        <div className={styles.panes}>
          <nav className={styles.texts} aria-label={m.terms_texts()}>
            <ul>
              {texts.map((text) => (
                <li key={text.code}>
                  <TextLink
                    text={text}
                    isShown={text === shown}
                    agreement={agreements.data?.find(({ code }) => code === text.code)}
                  />
                </li>
              ))}
            </ul>
          </nav>
          <OneText
            key={shown.code}
            text={shown}
            agreement={agreements.data?.find(({ code }) => code === shown.code)}
            ends={{ from: parameters.get('from'), to: parameters.get('to') }}
            choose={(from, to) =>
              setParameters({ code: shown.code, from, to }, { replace: true, preventScrollReset: true })
            }
          />
        </div>
      )}
    </Screen>
  )
}

/** Returns the version in force, or the newest if none has started. */
const getCurrentVersion = ({ versions }: Text): TermsLine =>
  versions.find((version) => hasBegun(version)) ?? versions[0]

function TextLink({ text, isShown, agreement }: { text: Text; isShown: boolean; agreement: Agreement | undefined }) {
  const current = getCurrentVersion(text)
  return (
    <Link
      className={styles.textLink}
      to={`?code=${text.code}`}
      aria-current={isShown ? 'true' : undefined}
      preventScrollReset
    >
      <span className={styles.count}>{m.terms_edition({ count: text.versions.length })}</span>
      <span className={styles.name}>
        <strong>{current.title.ko}</strong>
        <time dateTime={current.effectiveAt}>{formatSeoulDay(current.effectiveAt)}</time>
      </span>
      <span className={styles.share}>
        <i aria-hidden="true">
          <b style={{ width: `${agreement ? calculateAgreedPercentage(agreement) : 0}%` }} />
        </i>
        <span>{agreement ? `${calculateAgreedPercentage(agreement)}%` : m.terms_told_only()}</span>
      </span>
    </Link>
  )
}

interface OneTextProps {
  text: Text
  agreement: Agreement | undefined
  ends: { from: string | null; to: string | null }
  choose: (from: string, to: string) => void
}

function OneText({ text: { versions }, agreement, ends, choose }: OneTextProps) {
  const [locale, setLocale] = useState<Locale>('ko')
  const later = versions.find(({ _id }) => _id === ends.to) ?? versions[0]
  const index = versions.indexOf(later)
  const earlier = versions.find(({ _id }) => _id === ends.from && _id !== later._id) ?? versions[index + 1]
  const choices = versions.map(({ _id, effectiveAt }) => ({ value: _id, label: formatSeoulDay(effectiveAt) }))
  return (
    <section className={styles.one} aria-label={later.title.ko}>
      <header className={styles.head}>
        <div>
          <h2>
            <Link to={`/console/terms/${later._id}`}>{later.title.ko}</Link>
          </h2>
          <p>
            <TermsState version={later} /> {m.terms_from({ day: formatSeoulDay(later.effectiveAt) })} · /terms/
            {later.code}
          </p>
        </div>
        <div className={styles.ends}>
          {earlier && (
            <>
              <NativeSelect
                size="sm"
                aria-label={m.terms_compare_earlier()}
                value={earlier._id}
                data={choices.filter(({ value }) => value !== later._id)}
                onChange={({ currentTarget }) => choose(currentTarget.value, later._id)}
              />
              <span aria-hidden="true">→</span>
            </>
          )}
          <NativeSelect
            size="sm"
            aria-label={m.terms_compare_later()}
            value={later._id}
            data={choices}
            onChange={({ currentTarget }) => choose('', currentTarget.value)}
          />
          <LocaleControl size="sm" value={locale} onChange={setLocale} among={locales} />
        </div>
      </header>
      {agreement && <AgreementCount agreement={agreement} />}
      {earlier ? (
        <Differences key={`${earlier._id} ${later._id}`} ids={[earlier._id, later._id]} locale={locale} />
      ) : (
        <div className={styles.first}>
          <p>{m.terms_compare_first()}</p>
          <Button component={Link} to={`/console/terms/${later._id}`}>
            {m.terms_read()}
          </Button>
        </div>
      )}
      <p className={styles.last}>{m.terms_in_force()}</p>
    </section>
  )
}
