import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '#console/kit/parts/icon.tsx'
import { LocaleControl } from '#console/kit/parts/preview/preview-controls.tsx'
import { SafeHtml } from '#console/kit/parts/preview/safe-html.tsx'
import { fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { type Locale, locales } from '#kit/contract.ts'
import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { Terms } from '../contract.ts'
import { getTermsName, resource, TermsState } from './resource.tsx'
import styles from './version-reader.module.css'

/** Read-only view of a version in force, by language, with a button to start a new version. */
export function VersionReader({ version }: { version: Terms }) {
  const [locale, setLocale] = useState<Locale>('ko')
  const mayWrite = useMayWrite(resource.access)
  const textLocales = locales.filter((each) => version.body[each])
  return (
    <Screen
      hasNoMargin
      title={getTermsName(version)}
      note={<TermsState version={version} />}
      before={
        <Button
          variant="subtle"
          component={Link}
          to="/console/terms"
          aria-label={m.form_back({ list: m.terms_list() })}
        >
          <Icon name="back" />
        </Button>
      }
      actions={
        <>
          <Button component={Link} to={`/console/terms?code=${version.code}&to=${version._id}`}>
            {m.terms_compare()}
          </Button>
          {mayWrite && (
            <Button
              component={Link}
              to={`/console/terms/create?from=${version._id}`}
              leftSection={<Icon name="copy" />}
            >
              {m.terms_create_next()}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.reader}>
        <p className={styles.notice} role="note">
          <Icon name="lock" size={14} /> {m.terms_in_force()}
        </p>
        <p className={styles.facts}>
          /terms/{version.code} · {m.terms_effective()} {fullInstant(version.effectiveAt)}
        </p>
        <LocaleControl size="sm" value={locale} onChange={setLocale} among={textLocales} />
        <article lang={languageTag[locale]}>
          <h2>{version.title[locale] ?? version.title.ko}</h2>
          <SafeHtml html={version.body[locale] ?? version.body.ko} />
        </article>
      </div>
    </Screen>
  )
}
