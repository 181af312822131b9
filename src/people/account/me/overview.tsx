import { useState } from 'react'
import { Link } from 'react-router'
import type { MemberNews, MemberWait } from '#kit/module/overview.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import { m } from '#messages/messages.js'
import { consents } from '#people/consents/contract.ts'
import { users } from '#people/users/contract.ts'
import { withdrawals } from '#people/withdrawals/contract.ts'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { formatLongDay, formatShortDay } from '#ui/format/format-day.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { getChannelName } from '../consents/consent-names.ts'
import { Notice } from '../forms/notice.tsx'
import parts from '../forms/parts.module.css'
import { useLoaded } from '../forms/use-loaded.ts'
import { currentLocalePath } from '../layout/account-page-frame.tsx'
import { storeWaitingTasks } from '../waiting-tasks/waiting-tasks.ts'
import { useMe } from './me-context.ts'
import styles from './overview.module.css'

const client = clientOf(consents)
const userClient = clientOf(users)
const archiveClient = clientOf(withdrawals)
const load = async () => {
  const found = await Promise.all([client.list(), userClient.overview()])
  storeWaitingTasks(found[1].waits)
  return found
}

/** Waiting tasks first, then news, then account data. */
export default function Overview() {
  const { me } = useMe()
  const { value, error } = useLoaded(load)
  const [{ consents: states }, { waits, news }] = value ?? [{ consents: [] }, { waits: [], news: [] }]
  const channels = (['EMAIL', 'SMS', 'PHONE'] as const).filter((channel) =>
    states.some(({ subject, given }) => given && subject === `channel:${channel}`),
  )
  const rows = [
    { name: m.login_username(), text: me.username, to: '/me/security', act: m.me_change_password() },
    { name: m.join_email(), text: me.email ?? m.me_none(), to: '/me/profile', act: m.me_change() },
    {
      name: m.join_phone(),
      text: me.phone ? formatPhone(me.phone) : m.me_none(),
      to: '/me/profile',
      act: m.me_change(),
    },
    {
      name: m.join_news(),
      text: channels.length > 0 ? channels.map(getChannelName).join(' · ') : m.me_no_news(),
      to: '/me/consents',
      act: m.me_change(),
    },
  ]
  const count = waits.length
  return (
    <>
      <h1 className={parts.title} aria-live="polite">
        {count > 0 ? m.me_overview_waits({ name: me.name, count }) : m.me_overview_title({ name: me.name })}
      </h1>
      {error && <Notice wrong>{error}</Notice>}
      {count > 0 && (
        <ul className={styles.waits}>
          {waits.map((wait, index) => (
            <Wait key={wait._id} wait={wait} isFirst={index === 0} />
          ))}
        </ul>
      )}
      {news.length > 0 && (
        <div className={styles.news}>
          {news.map((item) => (
            <News key={item._id} news={item} />
          ))}
        </div>
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
              <Link className={parts.link} to={currentLocalePath(to)} aria-label={`${name}, ${act}`}>
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

/** One action each; the first is the most urgent. Links to site pages load a new document. */
function Wait({ wait: { kind, title, text, until, act, to }, isFirst }: { wait: MemberWait; isFirst: boolean }) {
  return (
    <li className={styles.wait}>
      <span className={styles.kind}>{kind}</span>
      <span className={styles.what}>
        <span className={parts.name}>{title}</span>
        <span className={parts.meta}>
          {until && (
            <>
              <time dateTime={until}>{m.me_overview_until({ day: formatLongDay(until) })}</time> ·{' '}
            </>
          )}
          {text}
        </span>
      </span>
      <ButtonLink
        className={styles.act}
        look={isFirst ? 'primary' : 'outline'}
        low
        to={currentLocalePath(to)}
        reloadDocument={!to.startsWith('/me')}
        aria-label={`${act}: ${title}`}
      >
        {act}
      </ButtonLink>
    </li>
  )
}

function News({ news: { title, total, entries, to } }: { news: MemberNews }) {
  return (
    <section>
      <div className={styles.head}>
        <h2 className={parts.section}>{title}</h2>
        <Link className={parts.link} to={currentLocalePath(to)} reloadDocument={!to.startsWith('/me')}>
          {m.me_overview_all({ count: total })} <VisuallyHidden>{title}</VisuallyHidden>
        </Link>
      </div>
      <ul className={parts.rows}>
        {entries.map((entry) => (
          <li key={entry._id} className={styles.entry}>
            <a className={parts.record} href={currentLocalePath(entry.to)}>
              {entry.title}
            </a>
            <span className={parts.meta}>
              {entry.state && <>{entry.state} · </>}
              <time dateTime={entry.at}>{formatShortDay(entry.at)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Download of all personal data in one file; the withdrawal page offers it too. */
function Archive() {
  const [downloadError, setDownloadError] = useState<string>()
  const downloadArchive = async () => {
    setDownloadError(undefined)
    try {
      const { url } = await archiveClient.archive()
      window.location.assign(url)
    } catch (error) {
      setDownloadError(errorMessage(error))
    }
  }
  return (
    <section className={parts.part}>
      <div role="alert">{downloadError && <Notice wrong>{downloadError}</Notice>}</div>
      <p className={parts.row}>
        <span className={parts.meta}>{m.bookmarks_archive()}</span>
        <button type="button" className={`${parts.link} ${parts.plain}`} onClick={() => void downloadArchive()}>
          {m.bookmarks_archive_get()}
        </button>
      </p>
    </section>
  )
}
