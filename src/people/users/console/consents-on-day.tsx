import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { LocaleControl } from '#console/kit/parts/preview/preview-controls.tsx'
import { SafeHtml } from '#console/kit/parts/preview/safe-html.tsx'
import { fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { type Locale, languageTag, locales } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { ConsentOnDay } from '#people/consents/contract.ts'
import { type Member, members } from '../contract-members.ts'
import styles from './consents-on-day.module.css'
import { Rows, renderInstant } from './member-rows.tsx'
import { client, consentSourceLabel, getConsentMark, getConsentName } from './resource.tsx'

/** Describes the state at the end of the day. */
const describeStateOnDay = ({ given, at: when, version, inForce }: ConsentOnDay): string => {
  if (!given) return when ? m.users_consent_taken() : m.users_consent_not()
  return inForce && inForce !== version ? m.users_consent_other({ version: inForce }) : m.users_consent_given()
}

/** Returns the text of a version in a language, or in Korean. */
const findText = ({ words }: ConsentOnDay, locale: Locale): { lang: Locale; html: string } | null => {
  if (!words) return null
  return words[locale] ? { lang: locale, html: words[locale] } : { lang: 'ko', html: words.ko ?? '' }
}

/**
 * A member's consents at the end of a day in Seoul, each with version, source and expandable text. Prints as a separate
 * document with every text in full.
 */
export function ConsentsOnDay({ member, day }: { member: Member; day: string }) {
  const [locale, setLocale] = useState<Locale>(member.locale)
  const [open, setOpen] = useState<readonly string[]>([])
  const { data, error, refetch } = useQuery({
    queryKey: [members.consentsOn.path, member._id, day],
    queryFn: ({ signal }) => client.consentsOn({ params: { id: member._id }, query: { day } }, { signal }),
    // The past does not change, and each read may be logged.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  })
  if (error) return <FailureNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={styles.waiting} aria-busy="true" />
  const { consents } = data
  const textLocales = locales.filter((item) => consents.some(({ words }) => words?.[item]))
  const heads = [m.users_consent_what(), m.users_version(), m.users_when(), m.users_how(), m.users_consent_then()]
  return (
    <>
      <div className={styles.head}>
        <p role="status">{m.users_consents_on({ day, count: consents.filter(({ given }) => given).length })}</p>
        {textLocales.length > 1 && <LocaleControl value={locale} onChange={setLocale} among={textLocales} />}
        <Button onClick={() => window.print()}>{m.users_consents_print()}</Button>
      </div>
      <Rows
        heads={heads}
        none={m.users_consents_none()}
        rows={consents.map((consent) => {
          const { subject } = consent
          const isOpen = open.includes(subject)
          const words = findText(consent, locale)
          return {
            key: subject,
            mark: getConsentMark(consent, consent.inForce),
            cells: [
              <span key="name" className={styles.name}>
                {getConsentName(consent)}
                {words && (
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    onClick={() => setOpen(isOpen ? open.filter((item) => item !== subject) : [...open, subject])}
                  >
                    <VisuallyHidden>{getConsentName(consent)}</VisuallyHidden>{' '}
                    {isOpen ? m.users_consent_words_close() : m.users_consent_words()}
                  </button>
                )}
              </span>,
              consent.version ?? '–',
              consent.at ? renderInstant(consent.at) : '–',
              consentSourceLabel(consent.how),
              describeStateOnDay(consent),
            ],
            below: isOpen && words && (
              <article className={styles.words} lang={languageTag[words.lang]}>
                <SafeHtml html={words.html} />
              </article>
            ),
          }
        })}
      />
      <Paper member={member} day={day} consents={consents} locale={locale} />
    </>
  )
}

/** The printed document; rendered only for printing, because the texts are long. */
function Paper({
  member,
  day,
  consents,
  locale,
}: {
  member: Member
  day: string
  consents: readonly ConsentOnDay[]
  locale: Locale
}) {
  const [printedAt, setPrintedAt] = useState<string | null>(null)
  useEffect(() => {
    // The browser captures the page when the event handler returns, so render synchronously.
    const handleBeforePrint = () => flushSync(() => setPrintedAt(new Date().toISOString()))
    const handleAfterPrint = () => setPrintedAt(null)
    window.addEventListener('beforeprint', handleBeforePrint)
    window.addEventListener('afterprint', handleAfterPrint)
    return () => {
      window.removeEventListener('beforeprint', handleBeforePrint)
      window.removeEventListener('afterprint', handleAfterPrint)
    }
  }, [])
  if (!printedAt) return null
  return createPortal(
    <article className={styles.paper}>
      <h1>{m.users_consents_paper({ day })}</h1>
      <p>
        {member.name} · {member.username} · {m.users_number()} {member.number}
      </p>
      <p>
        {m.users_consents_paper_note()} {m.users_consents_printed({ time: fullInstant(printedAt) })}
      </p>
      {consents.map((consent) => {
        const words = findText(consent, locale)
        const facts = [
          describeStateOnDay(consent),
          consent.version && `${m.users_version()} ${consent.version}`,
          consent.at && fullInstant(consent.at),
          consent.how && `${m.users_how()} ${consentSourceLabel(consent.how)}`,
        ]
        return (
          <section key={consent.subject}>
            <h2>{getConsentName(consent)}</h2>
            <p>{facts.filter(Boolean).join(' · ')}</p>
            {words && (
              <div lang={languageTag[words.lang]}>
                <SafeHtml html={words.html} />
              </div>
            )}
          </section>
        )
      })}
    </article>,
    document.body,
  )
}
