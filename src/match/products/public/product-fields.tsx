import { useId, useMemo, useState } from 'react'
import { type Locale, locales } from '#kit/locale.ts'
import { ChoiceField } from '#match/participants/public/choice-field.tsx'
import { countryChoices } from '#match/participants/public/location-choices.ts'
import { categoryLabels } from '#match/participants/rules-labels.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import parts from '#people/account/forms/parts.module.css'
import type { FormErrors } from '#people/account/forms/use-form-errors.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import type { LocalizedField, ProductDraft } from './product-draft.ts'
import { certificateLabels } from './product-labels.ts'
import styles from './products.module.css'

const languageNames = { ko: '한국어', en: 'English', cn: '中文' } as const

const texts: readonly { name: LocalizedField; label: () => string; max: number; long?: boolean }[] = [
  { name: 'name', label: m.match_product_name, max: 120 },
  { name: 'features', label: m.match_product_features, max: 4000, long: true },
  { name: 'ingredients', label: m.match_product_ingredients, max: 1000, long: true },
  { name: 'method', label: m.match_product_method, max: 4000, long: true },
  { name: 'color', label: m.match_product_color, max: 120 },
]

const facts = [
  { name: 'size', label: m.match_product_size, type: 'text' },
  { name: 'retailPrice', label: m.match_product_price, type: 'text' },
  { name: 'releaseDate', label: m.match_product_released, type: 'date' },
  { name: 'awardDate', label: m.match_product_awarded, type: 'date' },
  { name: 'salesSite', label: m.match_product_sale, type: 'url' },
  { name: 'year', label: m.match_product_year, type: 'text' },
] as const
const numericFields = new Set<string>(['retailPrice', 'year'])

interface ProductFieldsProps {
  draft: ProductDraft
  change: (draft: ProductDraft) => void
  faults: FormErrors
}

/** All fields of a product; localized texts grouped by language. */
export function ProductFields({ draft, change, faults }: ProductFieldsProps) {
  const [language, setLanguage] = useState<Locale>(getLocale())
  const id = useId()
  const countries = useMemo(countryChoices, [])
  const findFault = (field: LocalizedField) =>
    faults[`${field}.${language}`] ?? (language === 'ko' ? faults[field] : undefined)
  return (
    <>
      <fieldset className={styles.languages}>
        <legend className={parts.label}>{m.products_language()}</legend>
        {locales.map((locale) => (
          <button key={locale} type="button" aria-pressed={language === locale} onClick={() => setLanguage(locale)}>
            {languageNames[locale]}
          </button>
        ))}
        <p className={parts.meta}>{m.products_language_hint()}</p>
      </fieldset>
      {texts.map(({ name, label, max, long }) => {
        const shared = {
          name: `${name}.${language}`,
          lang: language === 'cn' ? 'zh-Hans' : language,
          maxLength: max,
          value: draft[name][language],
        }
        const edit = (value: string) => change({ ...draft, [name]: { ...draft[name], [language]: value } })
        if (!long)
          return (
            <TextField
              key={name}
              {...shared}
              label={label()}
              required={name === 'name' && language === 'ko' ? undefined : false}
              error={findFault(name)}
              onChange={(event) => edit(event.target.value)}
            />
          )
        return (
          <label key={name}>
            <span className={parts.label}>{label()}</span>
            <textarea {...shared} className={styles.area} onChange={(event) => edit(event.target.value)} />
            {findFault(name) && <span className={parts.wrong}>{findFault(name)}</span>}
          </label>
        )
      })}
      <div className={styles.pair}>
        <label htmlFor={`${id}-category`}>
          <span className={parts.label}>{m.products_category()}</span>
          <select
            id={`${id}-category`}
            name="category"
            className={parts.select}
            value={draft.category}
            onChange={(event) => change({ ...draft, category: event.target.value as ProductDraft['category'] })}
          >
            {Object.entries(categoryLabels).map(([value, label]) => (
              <option key={value} value={value}>
                {label()}
              </option>
            ))}
          </select>
        </label>
        <label htmlFor={`${id}-certificate`}>
          <span className={parts.label}>{m.match_product_certificate()}</span>
          <select
            id={`${id}-certificate`}
            name="certificate"
            className={parts.select}
            value={draft.certificate}
            onChange={(event) => change({ ...draft, certificate: event.target.value as ProductDraft['certificate'] })}
          >
            {(['award', 'rookie'] as const).map((value) => (
              <option key={value} value={value}>
                {certificateLabels[value]()}
              </option>
            ))}
          </select>
        </label>
        <ChoiceField
          name="country"
          label={m.match_product_country()}
          choices={countries}
          value={draft.country}
          error={faults.country}
          onChange={(event) => change({ ...draft, country: event.target.value })}
        />
        {facts.map(({ name, label, type }) => (
          <TextField
            key={name}
            name={name}
            type={type}
            label={label()}
            required={name === 'year' ? undefined : false}
            inputMode={numericFields.has(name) ? 'numeric' : undefined}
            maxLength={300}
            value={draft[name]}
            error={faults[name]}
            onChange={(event) => change({ ...draft, [name]: event.target.value })}
          />
        ))}
      </div>
      <label className={parts.check}>
        <input
          type="checkbox"
          name="visible"
          checked={draft.visible}
          onChange={(event) => change({ ...draft, visible: event.target.checked })}
        />
        <span>{m.products_visible()}</span>
      </label>
    </>
  )
}
