import { useCallback, useEffect, useRef, useState } from 'react'
import { type MetaDescriptor, NavLink, Outlet, useLocation } from 'react-router'
import { inLocale, withoutLocale } from '#kit/web/address.ts'
import type { PageHandle } from '#kit/web/handle.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { type Me, users } from '#people/users/contract.ts'
import { clientOf, logOut } from '#session/session.ts'
import { findSession } from '#session/tokens.ts'
import { useSession } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { earlySubmitScript } from '../early-submit.ts'
import { Frame, here } from '../frame.tsx'
import { Notice } from '../notice.tsx'
import parts from '../parts.module.css'
import { Gate } from './gate.tsx'
import styles from './me.module.css'
import { MeContext } from './own.ts'

export const handle: PageHandle = { wake: 'now', script: earlySubmitScript }

export const meta = (): MetaDescriptor[] => [
  { title: `${m.account_me()} · ${m.login_brand()}` },
  { name: 'robots', content: 'noindex' },
]

const client = clientOf(users)

const places = [
  { path: '/me', name: m.me_overview, of: 'all' },
  { path: '/me/profile', name: m.me_profile, of: 'all' },
  { path: '/me/company', name: m.me_company, of: 'COMPANY' },
  { path: '/me/security', name: m.me_security, of: 'all' },
  { path: '/me/consents', name: m.me_consents, of: 'all' },
] as const

/** My page: who one is, the places, and the log-in in front of it. The server sends the same to everybody. */
export default function MeLayout() {
  const session = useSession()
  const [looked, setLooked] = useState(false)
  const [me, setMe] = useState<Me>()
  const [error, setError] = useState<string>()
  const main = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const userId = session?.userId

  useEffect(() => {
    void findSession().then(() => setLooked(true))
  }, [])
  const load = useCallback(() => {
    client.me().then(
      (answer) => {
        setMe(answer.me)
        setError(undefined)
      },
      (refused: unknown) => setError(refused instanceof Error ? refused.message : String(refused)),
    )
  }, [])
  useEffect(() => {
    if (looked && userId) load()
  }, [looked, userId, load])

  const leave = async () => {
    await logOut()
    window.location.replace(here('/'))
  }

  return (
    <Frame>
      {looked && !session && <Gate ended={me !== undefined} />}
      <div className={styles.columns} ref={main}>
        <aside className={styles.side}>
          {me && (
            <div className={styles.who}>
              {me.photo ? (
                <img className={parts.photo} src={me.photo.url} alt="" width={56} height={56} />
              ) : (
                <span className={styles.letter} aria-hidden="true">
                  {[...me.name][0]}
                </span>
              )}
              <div>
                <p className={styles.name}>{me.name}</p>
                <p className={parts.meta}>{me.kind === 'COMPANY' ? m.me_kind_company() : m.me_kind_person()}</p>
              </div>
            </div>
          )}
          <nav className={styles.menu} aria-label={m.account_me()}>
            {places
              .filter(({ of }) => of === 'all' || of === me?.kind)
              .map(({ path, name }) => (
                <NavLink key={path} to={here(path)} end={path === '/me'}>
                  {name()}
                </NavLink>
              ))}
          </nav>
          <button type="button" className={`${parts.link} ${parts.plain}`} onClick={() => void leave()}>
            {m.me_logout()}
          </button>
        </aside>
        <div className={styles.work}>
          {error && !me && (
            <>
              <Notice wrong>{error}</Notice>
              <Button look="outline" onClick={load}>
                {m.account_retry()}
              </Button>
            </>
          )}
          {!me && !error && <p role="status">{m.me_loading()}</p>}
          {me && (
            <MeContext value={{ me, change: setMe }}>
              <Outlet key={inLocale(getLocale(), withoutLocale(pathname))} />
            </MeContext>
          )}
        </div>
      </div>
    </Frame>
  )
}
