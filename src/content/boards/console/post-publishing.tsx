import { SegmentedControl, UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import { InstantControl } from '#console/kit/form/fields/time-controls.tsx'
import { fieldId } from '#console/kit/form/form-context.ts'
import type { useRecordForm } from '#console/kit/form/use-record-form.ts'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { StateShape } from '#console/kit/parts/state-mark.tsx'
import type { Locale } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import type { PostShape } from './post-resource.tsx'
import styles from './post-settings.module.css'
import { formatPublishPeriod, getEffectiveStateNow, postMarks, postStateLabels } from './post-states.tsx'

interface LanguagePublishingProps {
  form: ReturnType<typeof useRecordForm<PostShape>>
  locale: Locale
  opened: boolean
  open: () => void
}

/** Publishing state and period of one language; expanded for the language being edited. */
export function LanguagePublishing({ form, locale, opened, open }: LanguagePublishingProps) {
  const text = form.values.texts[locale]
  const state = text && getEffectiveStateNow(text)
  const path = `texts.${locale}`
  const head = useRef<HTMLButtonElement>(null)
  return (
    <div className={styles.publishing}>
      <UnstyledButton ref={head} className={styles.publishingHead} aria-expanded={opened} onClick={open}>
        <StateShape mark={state ? postMarks[state] : 'ended'} />
        <strong>{languageName[locale]}</strong>
        <span>
          {text && state ? (formatPublishPeriod(text) ?? postStateLabels[state]()) : m.boards_shown_in_korean()}
        </span>
      </UnstyledButton>
      {opened && text && (
        <div className={styles.publishingBody}>
          <SegmentedControl
            fullWidth
            id={fieldId(`${path}.state`)}
            aria-label={`${languageName[locale]} ${m.list_column_state()}`}
            value={text.state}
            onChange={(next) => form.set(`${path}.state`, next)}
            data={[
              { value: 'draft', label: postStateLabels.draft() },
              { value: 'published', label: m.boards_act_publish() },
              { value: 'hidden', label: postStateLabels.hidden() },
            ]}
          />
          {text.state === 'published' && (
            <div className={styles.period}>
              <span>{m.form_from()}</span>
              <InstantControl
                name={`${path}.publishFrom`}
                label={`${languageName[locale]} ${m.form_from()}`}
                none={m.boards_from_now()}
              />
              <span>{m.form_to()}</span>
              <InstantControl
                name={`${path}.publishTo`}
                label={`${languageName[locale]} ${m.form_to()}`}
                none={m.form_to_none()}
                endOfDay
              />
            </div>
          )}
          {locale !== 'ko' && (
            <UnstyledButton
              className={styles.accent}
              onClick={() => {
                form.set(path, undefined)
                head.current?.focus()
              }}
            >
              {m.boards_remove_language({ language: languageName[locale] })}
            </UnstyledButton>
          )}
        </div>
      )}
    </div>
  )
}
