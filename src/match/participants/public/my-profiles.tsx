import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { AccountForm } from '#people/account/me/account-form.tsx'
import { clientOf } from '#session/session.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import { type Introduction, participants } from '../contract.ts'
import { ChoiceField } from './choice-field.tsx'
import { countryChoices, zoneChoices } from './location-choices.ts'
import styles from './my-profiles.module.css'

const client = clientOf(participants)
const load = async () => (await client.introductions()).introductions

const roleLabels = { seller: m.participants_seller, buyer: m.participants_buyer } as const

const facts = [
  { name: 'contactName', label: m.participants_contact_name, type: 'text' },
  { name: 'contactEmail', label: m.participants_contact_email, type: 'email' },
  { name: 'contactPhone', label: m.participants_contact_phone, type: 'tel' },
  { name: 'website', label: m.participants_website, type: 'url' },
] as const
const places = [
  { name: 'country', label: m.participants_country },
  { name: 'timeZone', label: m.participants_time_zone },
] as const
const area = [
  { name: 'areaCity', label: m.participants_area_city, type: 'text' },
  { name: 'areaDistrict', label: m.participants_area_district, type: 'text' },
] as const
type Fact = (typeof facts)[number]['name'] | (typeof places)[number]['name'] | (typeof area)[number]['name']

const languages = [
  { locale: 'ko', name: '한국어', lang: 'ko' },
  { locale: 'en', name: 'English', lang: 'en' },
  { locale: 'cn', name: '中文', lang: 'zh-Hans' },
] as const

/** Editor of the company's own profiles as seller, buyer, or both. */
export default function MyProfiles() {
  const { value, error, set, reload } = useLoaded(load)
  return (
    <>
      <h1 className={parts.title}>{m.participants_me()}</h1>
      {!value && <LoadState error={error} reload={reload} />}
      {value?.length === 0 && (
        <section className={parts.part}>
          <p>{m.participants_me_none()}</p>
          <Link className={parts.link} to={currentLocalePath('/match/join')} reloadDocument>
            {m.participants_me_join()}
          </Link>
        </section>
      )}
      {value?.map((introduction) => (
        <section key={introduction._id} aria-labelledby={introduction._id}>
          <h2 id={introduction._id} className={parts.section}>
            {roleLabels[introduction.role]()}
          </h2>
          <ProfileEditor
            introduction={introduction}
            renew={async () => set(await load())}
            changed={(next) => set(value.map((old) => (old._id === next._id ? next : old)))}
          />
        </section>
      ))}
    </>
  )
}

const toDraft = (introduction: Introduction) => ({
  facts: {
    ...(Object.fromEntries(
      [...facts, ...places, ...area].map(({ name }) => [name, introduction[name] ?? '']),
    ) as Record<Fact, string>),
  },
  introduction: { ko: '', en: '', cn: '', ...introduction.introduction },
  names: { ko: '', en: '', cn: '', ...introduction.names },
})
type Draft = ReturnType<typeof toDraft>

const withoutBlank = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).flatMap(([locale, text]) => (text.trim() ? [[locale, text.trim()]] : [])))

interface ProfileEditorProps {
  introduction: Introduction
  changed: (introduction: Introduction) => void
  renew: () => Promise<void>
}

function ProfileEditor({ introduction, changed, renew }: ProfileEditorProps) {
  const [draft, setDraft] = useState<Draft>(() => toDraft(introduction))
  useEffect(() => setDraft(toDraft(introduction)), [introduction])
  const choices = useMemo(() => ({ country: countryChoices(), timeZone: zoneChoices() }), [])
  const texts = introduction.role === 'buyer' ? [...facts, ...area] : facts
  const save = async () => {
    const { website, country, ...rest } = draft.facts
    const answer = await client.changeIntroduction({
      params: { id: introduction._id },
      body: {
        ...Object.fromEntries([...texts, ...places].map(({ name }) => [name, rest[name as keyof typeof rest]])),
        website: website.trim() || null,
        country,
        introduction: withoutBlank(draft.introduction),
        names: withoutBlank(draft.names),
        updatedAt: introduction.updatedAt,
      },
    })
    changed(answer.introduction)
  }
  return (
    <AccountForm
      isChanged={JSON.stringify(draft) !== JSON.stringify(toDraft(introduction))}
      missing={() => ({})}
      save={save}
      renew={renew}
    >
      {(faults) => (
        <>
          <p className={parts.meta}>
            {introduction.company} · {introduction.ceo} · {introduction.address}{' '}
            <Link className={parts.link} to={currentLocalePath('/me/company')}>
              {m.participants_me_company()}
            </Link>
          </p>
          {languages.map(({ locale, name, lang }) => (
            <fieldset key={locale} className={styles.language}>
              <legend className={parts.label}>{name}</legend>
              {locale !== 'ko' && (
                <TextField
                  name={`${introduction.role}.names.${locale}`}
                  label={m.participants_me_name()}
                  lang={lang}
                  maxLength={100}
                  required={false}
                  value={draft.names[locale]}
                  error={faults[`names.${locale}`]}
                  onChange={(event) => setDraft({ ...draft, names: { ...draft.names, [locale]: event.target.value } })}
                />
              )}
              <label>
                <span className={parts.label}>{m.participants_text()}</span>
                <textarea
                  name={`${introduction.role}.introduction.${locale}`}
                  lang={lang}
                  className={styles.area}
                  maxLength={4000}
                  value={draft.introduction[locale]}
                  onChange={(event) =>
                    setDraft({ ...draft, introduction: { ...draft.introduction, [locale]: event.target.value } })
                  }
                />
                {faults[`introduction.${locale}`] && (
                  <span className={parts.wrong}>{faults[`introduction.${locale}`]}</span>
                )}
              </label>
            </fieldset>
          ))}
          {texts.map(({ name, label, type }) => (
            <TextField
              key={name}
              name={`${introduction.role}.${name}`}
              type={type}
              label={label()}
              required={false}
              maxLength={200}
              value={draft.facts[name]}
              error={faults[name]}
              onChange={(event) => setDraft({ ...draft, facts: { ...draft.facts, [name]: event.target.value } })}
            />
          ))}
          {places.map(({ name, label }) => (
            <ChoiceField
              key={name}
              name={`${introduction.role}.${name}`}
              label={label()}
              choices={choices[name]}
              value={draft.facts[name]}
              error={faults[name]}
              onChange={(event) => setDraft({ ...draft, facts: { ...draft.facts, [name]: event.target.value } })}
            />
          ))}
        </>
      )}
    </AccountForm>
  )
}
