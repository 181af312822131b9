import { type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react'
import { localizePath } from '#content/site/localize-path.ts'
import { CallRefused } from '#kit/client.ts'
import type { Category, Introduction, JoinInput } from '#match/participants/contract.ts'
import { ChoiceField } from '#match/participants/public/choice-field.tsx'
import { countryChoices, zoneChoices } from '#match/participants/public/location-choices.ts'
import { categories, maxIntroductionLength, ways } from '#match/participants/rules.ts'
import { categoryLabels, wayLabels } from '#match/participants/rules-labels.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import type { Company } from '#people/companies/contract.ts'
import { errorMessage } from '#session/error-message.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import styles from './join-page.module.css'
import { sendJoin } from './join-state.ts'
import { useStoredForm } from './use-stored-form.ts'

interface IntroductionFormProps {
  side: 'seller' | 'buyer'
  company: Company
  languages: readonly { value: string; label: string }[]
  onJoined: (introduction: Introduction) => void
}

const text = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/**
 * Builds the request body. The introduction is stored as Korean and, on another language's page, in that language too.
 */
const buildBody = (side: 'seller' | 'buyer', data: FormData, chosen: readonly Category[]): object => {
  const locale = getLocale()
  const introduction = text(data, 'introduction')
  const shared = {
    country: text(data, 'country') || 'KR',
    timeZone: text(data, 'timeZone') || 'Asia/Seoul',
    introduction: introduction ? { ko: introduction, ...(locale !== 'ko' && { [locale]: introduction }) } : {},
    website: text(data, 'website') || null,
    contactName: text(data, 'contactName'),
    contactEmail: text(data, 'contactEmail'),
    contactPhone: text(data, 'contactPhone'),
    languages: data.getAll('languages'),
  }
  return side === 'seller'
    ? { role: side, ...shared, categories: chosen }
    : {
        role: side,
        ...shared,
        buyerType: text(data, 'buyerType'),
        areaCity: text(data, 'areaCity'),
        areaDistrict: text(data, 'areaDistrict'),
        interests: chosen,
      }
}

/** Profile form of a seller or buyer. Unsent input is stored in the browser. */
export function IntroductionForm({ side, company, languages, onJoined }: IntroductionFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<readonly Category[]>([])
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [fault, setFault] = useState('')
  const choices = useMemo(() => ({ country: countryChoices(), timeZone: zoneChoices() }), [])
  const [isSending, setSending] = useState(false)
  const unsent = useStoredForm(`match.join.${side}`, form, chosen, (stored) => setChosen(stored.filter(isCategory)))
  const summary = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (fault) summary.current?.focus()
  }, [fault])

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    setSending(true)
    setFault('')
    try {
      // The contract validates the body and reports an error per field.
      const introduction = await sendJoin(buildBody(side, data, chosen) as JoinInput)
      unsent.forget()
      onJoined(introduction)
    } catch (error) {
      if (error instanceof CallRefused) setFaults(error.refusal.fields ?? {})
      setFault(errorMessage(error))
    } finally {
      setSending(false)
    }
  }
  const toggle = (category: Category) =>
    setChosen((current) =>
      current.includes(category) ? current.filter((one) => one !== category) : [...current, category],
    )
  const chosenName = side === 'seller' ? 'categories' : 'interests'
  return (
    <form ref={form} className={styles.form} onSubmit={submit} onChange={unsent.store} noValidate>
      {fault && (
        <p ref={summary} className={styles.fault} role="alert" tabIndex={-1}>
          <Icon name="warning" small />
          {fault}
        </p>
      )}
      {side === 'buyer' && (
        <>
          <fieldset className={styles.group}>
            <legend className={styles.legend}>{m.match_join_way()}</legend>
            <div className={styles.choices}>
              {ways.map((way) => (
                <label key={way} className={styles.choice}>
                  <span>
                    <Icon name={way === 'online' ? 'video' : 'table'} small /> {wayLabels[way]()}
                  </span>
                  <input type="radio" name="buyerType" value={way} defaultChecked={way === 'online'} />
                  <small>{way === 'online' ? m.match_join_online_text() : m.match_join_offline_text()}</small>
                </label>
              ))}
            </div>
            <p className={styles.hint}>{m.match_join_way_hint()}</p>
          </fieldset>
          <fieldset className={styles.group}>
            <legend className={styles.legend}>{m.match_buyer_area()}</legend>
            <div className={styles.pair}>
              <ChoiceField
                name="country"
                label={m.participants_country()}
                choices={choices.country}
                defaultValue="KR"
                error={faults.country}
              />
              <ChoiceField
                name="timeZone"
                label={m.match_join_zone()}
                choices={choices.timeZone}
                defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone}
                error={faults.timeZone}
              />
              <TextField name="areaCity" label={m.match_join_city()} required error={faults.areaCity} maxLength={60} />
              <TextField
                name="areaDistrict"
                label={m.match_join_district()}
                required={false}
                error={faults.areaDistrict}
                maxLength={60}
              />
            </div>
          </fieldset>
        </>
      )}
      <fieldset className={styles.group} aria-describedby={faults[chosenName] ? 'chosen-fault' : undefined}>
        <legend className={styles.legend}>
          {side === 'seller' ? m.match_company_category() : m.match_buyer_interests()}
          <small>{side === 'seller' ? m.match_join_categories_hint() : m.match_join_interests_hint()}</small>
        </legend>
        <div className={styles.chips}>
          {categories.map((category) => {
            const at = chosen.indexOf(category)
            return (
              <button
                key={category}
                type="button"
                className={styles.chip}
                aria-pressed={at >= 0}
                onClick={() => toggle(category)}
              >
                {at >= 0 && <b>{at + 1}</b>}
                {categoryLabels[category]()}
              </button>
            )
          })}
        </div>
        {faults[chosenName] && (
          <p id="chosen-fault" className={styles.error}>
            <Icon name="warning" small />
            {faults[chosenName]}
          </p>
        )}
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{m.match_company_languages()}</legend>
        <div className={styles.chips}>
          {languages.map(({ value, label }) => (
            <label key={value} className={styles.box}>
              <input type="checkbox" name="languages" value={value} defaultChecked={value === 'ko'} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{m.match_company()}</legend>
        <p className={styles.hint}>
          {company.name} · {company.ceo} · {company.address}{' '}
          <a href={localizePath('/me/company')}>{m.match_join_company_change()}</a>
        </p>
        <label className={styles.label} htmlFor="introduction">
          {side === 'seller' ? m.match_company_introduction() : m.match_join_looking()}
        </label>
        <textarea id="introduction" name="introduction" rows={4} maxLength={maxIntroductionLength} />
        {faults.introduction && <p className={styles.error}>{faults.introduction}</p>}
        <TextField
          name="website"
          type="url"
          label={m.match_company_website()}
          required={false}
          error={faults.website}
          placeholder="https://"
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>
          {m.match_buyer_contact()}
          <small>{m.match_join_contact_hint()}</small>
        </legend>
        <div className={styles.pair}>
          <TextField name="contactName" label={m.match_contact_name()} autoComplete="name" error={faults.contactName} />
          <TextField
            name="contactPhone"
            type="tel"
            label={m.match_contact_phone()}
            autoComplete="tel"
            error={faults.contactPhone}
          />
          <TextField
            name="contactEmail"
            type="email"
            label={m.match_contact_email()}
            autoComplete="email"
            error={faults.contactEmail}
          />
        </div>
      </fieldset>
      <p className={styles.foot}>
        <span className={styles.hint}>{unsent.at && m.match_join_kept({ time: unsent.at })}</span>
        <Button type="submit" busy={isSending}>
          {side === 'seller' ? m.match_join_send_seller() : m.match_join_send_buyer()}
        </Button>
      </p>
    </form>
  )
}

const isCategory = (value: string): value is Category => (categories as readonly string[]).includes(value)
