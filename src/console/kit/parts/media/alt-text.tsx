import { TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Locale, locales } from '#kit/contract.ts'
import { type Media, media } from '#kit/files/contract.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { languageName } from '../language-marks.tsx'
import { consoleResource } from '../values/console-resource.ts'
import { withoutEmptyTexts } from '../values/value-paths.ts'
import styles from './picture-input.module.css'

const resource = consoleResource(media)
const key = (id: string) => [resource.path, 'record', id] as const

/** Alternative text of a picture. It belongs to the picture in all its uses, so it is saved separately on blur. */
export function AltText({ id, saved }: { id: string; saved?: (medium: Media) => void }) {
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey: key(id), queryFn: ({ signal }) => resource.get(id, { signal }) })
  const [note, setNote] = useState('')
  if (!data) return <div className={styles.alts} />
  const save = async (locale: Locale, text: string) => {
    if ((data.alt[locale] ?? '') === text.trim()) return
    setNote(m.form_saving())
    try {
      // Reload first: the text may have been changed from another record meanwhile.
      const { updatedAt, alt } = await resource.get(id)
      const medium = await resource.update(id, { alt: withoutEmptyTexts({ ...alt, [locale]: text.trim() }) }, updatedAt)
      queries.setQueryData(key(id), medium)
      saved?.(medium)
      setNote(m.form_alt_saved())
    } catch (error) {
      setNote(errorMessage(error))
    }
  }
  return (
    <div className={styles.alts}>
      {locales.map((locale) => (
        <AltInput
          key={locale}
          locale={locale}
          value={data.alt[locale] ?? ''}
          save={(text) => void save(locale, text)}
        />
      ))}
      <p className={styles.altNote} role="status">
        {note || m.form_alt_help()}
      </p>
    </div>
  )
}

function AltInput({ locale, value, save }: { locale: Locale; value: string; save: (text: string) => void }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <TextInput
      aria-label={`${m.form_alt()}, ${languageName[locale]}`}
      leftSection={<span className={styles.altLanguage}>{locale}</span>}
      placeholder={locale === 'ko' ? m.form_alt() : m.form_falls_back()}
      maxLength={300}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => save(typed)}
    />
  )
}
