import { useState } from 'react'
import { Link } from 'react-router'
import { CallRefused } from '#kit/client.ts'
import { type Locale, locales } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { type Uploaded, users } from '#people/users/contract.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { here } from '../frame.tsx'
import { Notice } from '../notice.tsx'
import parts from '../parts.module.css'
import { type Certification, type Channel, ProveContact, type Proven } from '../prove-contact.tsx'
import { UploadField } from '../upload-field.tsx'
import { useMe } from './own.ts'
import { OwnForm } from './own-form.tsx'

const client = clientOf(users)
const languageNames = { ko: '한국어', en: 'English', cn: '中文' } as const

/** Name, language and photograph, kept with the save button; the contact, changed by proving another. */
export default function Profile() {
  const { me, change } = useMe()
  const [name, setName] = useState(me.name)
  const [locale, setLocale] = useState<Locale>(me.locale)
  /** Null: to be removed; undefined: as it is. */
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
      <OwnForm
        isChanged={name !== me.name || locale !== me.locale || photo !== undefined}
        missing={() => (name.trim() ? {} : { name: m.field_required() })}
        save={save}
        renew={async () => change((await client.me()).me)}
      >
        {(faults) => (
          <>
            <TextField
              label={m.join_name()}
              name="name"
              autoComplete="name"
              maxLength={60}
              value={name}
              error={faults.name}
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
              error={faults.photo}
              onUploaded={setPhoto}
              onRemove={() => setPhoto(me.photo ? null : undefined)}
            />
          </>
        )}
      </OwnForm>
      <Contact />
      <section className={parts.part}>
        <h2 className={parts.section}>{m.me_leaving()}</h2>
        <p className={parts.meta}>{m.me_leaving_text()}</p>
        <Link className={parts.link} to={here('/me/withdraw')}>
          {m.me_withdraw()}
        </Link>
      </section>
    </>
  )
}

/** The contacts there are, and the proof of another. */
function Contact() {
  const { me, change } = useMe()
  const [open, setOpen] = useState(false)
  const [channel, setChannel] = useState<Channel>('EMAIL')
  const [contact, setContact] = useState('')
  const [certification, setCertification] = useState<Certification | null>(null)
  const [fault, setFault] = useState<string>()
  const [done, setDone] = useState(false)

  const take = async (proof: Proven) => {
    try {
      const { me: next } = await client.updateMe({ body: { proof: proof.token, updatedAt: me.updatedAt } })
      change(next)
      setDone(true)
      setOpen(false)
      setFault(undefined)
    } catch (error) {
      setFault(
        error instanceof CallRefused
          ? (error.refusal.fields?.proof ?? error.refusal.message)
          : error instanceof Error
            ? error.message
            : String(error),
      )
    }
    setCertification(null)
    setContact('')
  }

  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.me_contact()}</h2>
      <ul className={parts.rows}>
        {[
          { label: m.join_email(), text: me.email },
          { label: m.join_phone(), text: me.phone },
        ].map(({ label, text }) => (
          <li key={label} className={parts.row}>
            <span className={parts.name}>{label}</span>
            <span className={parts.meta}>{text ?? m.me_none()}</span>
          </li>
        ))}
      </ul>
      <p className={parts.said} role="status">
        {done ? m.me_contact_changed() : ''}
      </p>
      <div role="alert">{fault && <Notice wrong>{fault}</Notice>}</div>
      {open ? (
        <ProveContact
          channel={channel}
          contact={contact}
          certification={certification}
          onChange={(changes) => {
            if (changes.channel) setChannel(changes.channel)
            if (changes.contact !== undefined) setContact(changes.contact)
            if (changes.certification !== undefined) setCertification(changes.certification)
          }}
          onProven={(proof) => void take(proof)}
        />
      ) : (
        <Button look="outline" low onClick={() => setOpen(true)}>
          {m.me_contact_change()}
        </Button>
      )}
    </section>
  )
}
