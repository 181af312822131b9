import { useState } from 'react'
import { Link } from 'react-router'
import { type Locale, locales } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { type Uploaded, users } from '#people/users/contract.ts'
import { clientOf } from '#session/session.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import parts from '../../forms/parts.module.css'
import { UploadField } from '../../forms/upload-field.tsx'
import { currentLocalePath } from '../../layout/account-page-frame.tsx'
import { AccountForm } from '../account-form.tsx'
import { useMe } from '../me-context.ts'
import { ContactPart } from './contact-part.tsx'

const client = clientOf(users)
const languageNames = { ko: '한국어', en: 'English', cn: '中文' } as const

/** Name, language and photo, saved by the save button; the contact changes by proving a new one. */
export default function Profile() {
  const { me, change } = useMe()
  const [name, setName] = useState(me.name)
  const [locale, setLocale] = useState<Locale>(me.locale)
  /** Null: remove it. Undefined: unchanged. */
  const [photo, setPhoto] = useState<Uploaded | null>()

  const save = async () => {
    const { me: next } = await client.updateMe({
      body: {
        ...(name !== me.name && { name }),
        ...(locale !== me.locale && { locale }),
        ...(photo !== undefined && { photo: photo?.ticket ?? null }),
        updatedAt: me.updatedAt,
      },
    })
    change(next)
    setName(next.name)
    setPhoto(undefined)
  }

  return (
    <>
      <h1 className={parts.title}>{m.me_profile()}</h1>
      <AccountForm
        isChanged={name !== me.name || locale !== me.locale || photo !== undefined}
        missing={() => (name.trim() ? {} : { name: m.field_required() })}
        save={save}
        renew={async () => change((await client.me()).me)}
      >
        {(fieldErrors) => (
          <>
            <TextField
              label={m.join_name()}
              name="name"
              autoComplete="name"
              maxLength={60}
              value={name}
              error={fieldErrors.name}
              onChange={(event) => setName(event.target.value)}
            />
            <label>
              <span className={parts.label}>{m.me_language()}</span>
              <select
                className={parts.select}
                name="locale"
                value={locale}
                onChange={(event) => setLocale(event.target.value as Locale)}
              >
                {locales.map((entry) => (
                  <option key={entry} value={entry} lang={entry === 'cn' ? 'zh-Hans' : entry}>
                    {languageNames[entry]}
                  </option>
                ))}
              </select>
            </label>
            <UploadField
              field="photo"
              label={m.me_photo()}
              hint={m.join_picture_hint()}
              file={photo === undefined ? me.photo : photo}
              error={fieldErrors.photo}
              onUploaded={setPhoto}
              onRemove={() => setPhoto(me.photo ? null : undefined)}
            />
          </>
        )}
      </AccountForm>
      <ContactPart />
      <section className={parts.part}>
        <h2 className={parts.section}>{m.me_leaving()}</h2>
        <p className={parts.meta}>{m.me_leaving_text()}</p>
        <Link className={parts.link} to={currentLocalePath('/me/withdraw')}>
          {m.me_withdraw()}
        </Link>
      </section>
    </>
  )
}
