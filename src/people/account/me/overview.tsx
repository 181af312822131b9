import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { consents } from '#people/consents/contract.ts'
import { withdrawals } from '#people/withdrawals/contract.ts'
import { clientOf } from '#session/session.ts'
import { channelName } from '../consent-names.ts'
import { here } from '../frame.tsx'
import { Notice } from '../notice.tsx'
import parts from '../parts.module.css'
import { useLoaded } from '../use-loaded.ts'
import { useMe } from './own.ts'

const client = clientOf(consents)
const archiveClient = clientOf(withdrawals)
const load = () => client.list()

/** What waits first, then what the account is. */
export default function Overview() {
  const { me } = useMe()
  const { value } = useLoaded(load)
  const states = value?.consents ?? []
  const renewed = states.filter(({ required, current, version }) => required && current !== version)
  const channels = (['EMAIL', 'SMS', 'PHONE'] as const).filter((channel) =>
    states.some(({ subject, given }) => given && subject === `channel:${channel}`),
  )
  const rows = [
    { name: m.login_username(), text: me.username, to: '/me/security', act: m.me_change_password() },
    { name: m.join_email(), text: me.email ?? m.me_none(), to: '/me/profile', act: m.me_change() },
    { name: m.join_phone(), text: me.phone ?? m.me_none(), to: '/me/profile', act: m.me_change() },
    {
      name: m.join_news(),
      text: channels.length > 0 ? channels.map(channelName).join(' · ') : m.me_no_news(),
      to: '/me/consents',
      act: m.me_change(),
    },
  ]
  return (
    <>
      <h1 className={parts.title}>{m.me_overview_title({ name: me.name })}</h1>
      {renewed.length > 0 && (
        <Notice>
          {m.me_terms_renewed({ titles: renewed.map(({ title }) => title).join(', ') })}{' '}
          <Link to={here('/me/consents')}>{m.me_terms_look()}</Link>
        </Notice>
      )}
      <section className={parts.part}>
        <h2 className={parts.section}>{m.me_account()}</h2>
        <ul className={parts.rows}>
          {rows.map(({ name, text, to, act }) => (
            <li key={name} className={parts.row}>
              <span className={parts.rowText}>
                <span className={parts.name}>{name}</span>
                <br />
                <span className={parts.meta}>{text}</span>
              </span>
              <Link className={parts.link} to={here(to)} aria-label={`${name}, ${act}`}>
                {act}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <Archive />
    </>
  )
}

/** Everything in one file, as the withdrawal offers it too. */
function Archive() {
  const [fault, setFault] = useState<string>()
  const download = async () => {
    setFault(undefined)
    try {
      const { url } = await archiveClient.archive()
      window.location.assign(url)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <section className={parts.part}>
      <div role="alert">{fault && <Notice wrong>{fault}</Notice>}</div>
      <p className={parts.row}>
        <span className={parts.meta}>{m.bookmarks_archive()}</span>
        <button type="button" className={`${parts.link} ${parts.plain}`} onClick={() => void download()}>
          {m.bookmarks_archive_get()}
        </button>
      </p>
    </section>
  )
}
