import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { languageName } from '#console/parts/language-marks.tsx'
import { type Locale, locales } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import styles from './info-field.module.css'
import { readInfo, writeInfo } from './info-text.ts'
import type { LawyerShape } from './resource.tsx'

type Info = LawyerShape['info']

export interface InfoFieldProps {
  id: string
  value: Info
  set: (value: Info) => void
  errors: Readonly<Record<string, string>>
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The groups of a profile, each language as a text of headings and lines. */
export function InfoField({ id, value, set, errors }: InfoFieldProps) {
  return (
    <div className={styles.languages}>
      {locales.map((locale) => (
        <InfoText
          key={locale}
          id={locale === 'ko' ? id : `${id}-${locale}`}
          locale={locale}
          value={value[locale] ?? []}
          set={(groups) =>
            set(
              locale === 'ko'
                ? { ...value, ko: groups }
                : { ...value, [locale]: groups.length > 0 ? groups : undefined },
            )
          }
          error={Object.entries(errors).find(([path]) => path.startsWith(`info.${locale}.`))?.[1]}
        />
      ))}
    </div>
  )
}

interface InfoTextProps {
  id: string
  locale: Locale
  value: Info['ko']
  set: (groups: Info['ko']) => void
  error: string | undefined
}

/** What is typed stays as it is typed; only a value from elsewhere (undo, another version) replaces it. */
function InfoText({ id, locale, value, set, error }: InfoTextProps) {
  const [typed, setTyped] = useState(() => writeInfo(value))
  const text = same(readInfo(typed), value) ? typed : writeInfo(value)
  return (
    <Textarea
      id={id}
      label={languageName[locale]}
      lang={locale === 'cn' ? 'zh-Hans' : locale}
      autosize
      minRows={6}
      maxRows={24}
      value={text}
      error={error}
      placeholder={locale === 'ko' ? m.lawyers_info_example() : undefined}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        set(readInfo(next))
      }}
    />
  )
}
