import { NumberInput, TextInput } from '@mantine/core'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import type { Locale } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import styles from './post-settings.module.css'

/** Project facts in one language. */
export function ProjectFactsFields({ locale }: { locale: Locale }) {
  const path = `texts.${locale}.facts`
  return (
    <div className={styles.facts}>
      <FactInput path={`${path}.service`} label={m.boards_fact_service()} locale={locale} />
      <FactInput path={`${path}.region`} label={m.boards_fact_region()} locale={locale} />
      <div className={styles.pair}>
        <Figure path={`${path}.households`} label={m.boards_fact_households()} locale={locale} />
        <Figure path={`${path}.year`} label={m.boards_fact_year()} locale={locale} />
      </div>
      <FactInput path={`${path}.result`} label={m.boards_fact_result()} locale={locale} />
    </div>
  )
}

interface FactProps {
  path: string
  label: string
  locale: Locale
}

function FactInput({ path, label, locale }: FactProps) {
  const { value, error, set, blur } = usePath(path)
  return (
    <div>
      <TextInput
        id={fieldId(path)}
        label={label}
        aria-label={`${label}, ${languageName[locale]}`}
        value={typeof value === 'string' ? value : ''}
        error={error}
        onChange={({ currentTarget }) => set(currentTarget.value || undefined)}
        onBlur={blur}
      />
    </div>
  )
}

function Figure({ path, label, locale }: FactProps) {
  const { value, error, set, blur } = usePath(path)
  return (
    <div>
      <NumberInput
        id={fieldId(path)}
        label={label}
        aria-label={`${label}, ${languageName[locale]}`}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        value={typeof value === 'number' ? value : ''}
        error={error}
        onChange={(next) => set(typeof next === 'number' ? next : undefined)}
        onBlur={blur}
      />
    </div>
  )
}
