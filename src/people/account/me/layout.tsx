import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, type MetaDescriptor, NavLink, Outlet, useLoaderData, useLocation } from 'react-router'
import { isStaff } from '#kit/scopes.ts'
import { inLocale, withoutLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { type Me, users } from '#people/users/contract.ts'
import { errorMessage } from '#session/error-message.ts'
import { clientOf, logOut } from '#session/session.ts'
import { findSession, watchSession } from '#session/session-tokens.ts'
import { useSession } from '#session/use-session.ts'
import { Button } from '#ui/controls/button.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { findPendingConsentPath } from '../consents/pending-consents.ts'
import { Notice } from '../forms/notice.tsx'
import parts from '../forms/parts.module.css'
import { AccountPageFrame, currentLocalePath } from '../layout/account-page-frame.tsx'
import type { FrameData } from '../layout/frame-data.ts'
import { loadWaitingTasks } from '../waiting-tasks/load-waiting-tasks.ts'
import { useWaitingTasks } from '../waiting-tasks/waiting-tasks.ts'
import { LoginGate } from './login-gate.tsx'
import styles from './me.module.css'
import { LeaveGuard, MeContext } from './me-context.ts'
import { listMenuEntries, moduleNotices } from './member-menu.ts'

export { AccountPageFailure as ErrorBoundary } from '../layout/account-failure.tsx'
export { loadFrame as loader, reuseFrame as clientLoader } from '../layout/frame-data.ts'
export { accountHandle as handle } from '../theme/account-theme.ts'

export const meta = (): MetaDescriptor[] => [
  { title: `${m.account_me()} · ${m.login_brand()}` },
  { name: 'robots', content: 'noindex' },
]

const client = clientOf(users)

/** Number of waiting tasks on a menu entry; the first entry counts all of them. */
const countTasksAt = (path: string, waitingTasks: readonly string[]): number =>
  path === '/me' ? waitingTasks.length : waitingTasks.filter((to) => to === path || to.startsWith(`${path}/`)).length

const basePages = [
  { path: '/me', name: m.me_overview, of: 'all' },
  { path: '/me/profile', name: m.me_profile, of: 'all' },
  { path: '/me/company', name: m.me_company, of: 'COMPANY' },
  { path: '/center/questions', name: m.bookmarks_questions, of: 'all' },
  { path: '/me/bookmarks', name: m.bookmarks_title, of: 'all' },
  { path: '/me/comments', name: m.bookmarks_mine, of: 'all' },
  { path: '/me/security', name: m.me_security, of: 'all' },
  { path: '/me/consents', name: m.me_consents, of: 'all' },
] as const

/** Asks for consent to new terms in sessions that did not start on the log-in page (another tab, or long ago). */
const redirectToTerms = async () => {
  const first = await findPendingConsentPath(window.location.pathname + window.location.search)
  if (first) window.location.replace(first)
}

/** Layout of the member pages: account name, menu and log-in gate. The server sends the same HTML to everybody. */
export default function MeLayout() {
  const session = useSession()
  const [isSessionRead, setSessionRead] = useState(false)
  const [me, setMe] = useState<Me>()
  const sites = useLoaderData<FrameData>().setting.modules
  const [error, setError] = useState<string>()
  const main = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const userId = session?.userId

  useEffect(() => {
    void findSession().then(() => setSessionRead(true))
    // After a log-out, here or in another tab, remove the content. After an expiry keep it with what was typed; the
    // next request asks for the password.
    return watchSession((_, ending) => {
      if (ending === 'logout') setMe(undefined)
    })
  }, [])
  const isWithdrawalPage = withoutLocale(pathname) === '/me/withdraw'
  const load = useCallback(() => {
    client.me().then(
      (answer) => {
        setMe(answer.me)
        setError(undefined)
        if (!isStaff(answer.me.scope) && !isWithdrawalPage) void redirectToTerms()
      },
      (refused: unknown) => setError(errorMessage(refused)),
    )
  }, [isWithdrawalPage])
  useEffect(() => {
    if (isSessionRead && userId) load()
  }, [isSessionRead, userId, load])

  const waitingTasks = useWaitingTasks()
  const address = withoutLocale(pathname).replace(/\/$/, '')
  const isMemberLoaded = me !== undefined
  // The overview page reads the waiting tasks itself.
  useEffect(() => {
    if (isMemberLoaded && address !== '/me' && !isWithdrawalPage) void loadWaitingTasks(5000)
  }, [isMemberLoaded, address, isWithdrawalPage])

  const logOutAndLeave = async () => {
    await logOut()
    window.location.replace(currentLocalePath('/'))
  }

  return (
    <AccountPageFrame>
      <LeaveGuard />
      {isSessionRead && !session && !me && <LoginGate />}
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
          {address !== '/me' && (
            <Link className={styles.back} to={currentLocalePath('/me')}>
              {m.account_me()}
            </Link>
          )}
          <nav className={styles.menu} aria-label={m.account_me()}>
            {[...basePages, ...listMenuEntries(sites)]
              .filter(({ of }) => of === 'all' || of === me?.kind)
              .map(({ path, name }) => {
                const count = me ? countTasksAt(path, waitingTasks) : 0
                return (
                  <NavLink key={path} to={currentLocalePath(path)} end={path === '/me'}>
                    {name()}
                    {count > 0 && (
                      <span className={styles.count}>
                        <span aria-hidden="true">{count}</span>
                        <VisuallyHidden>{m.account_waits({ count })}</VisuallyHidden>
                      </span>
                    )}
                  </NavLink>
                )
              })}
          </nav>
          {(session || !isSessionRead) && (
            <button
              type="button"
              className={`${parts.link} ${parts.plain} ${styles.leave}`}
              // A press before hydration would be lost.
              disabled={!isSessionRead}
              onClick={() => void logOutAndLeave()}
            >
              {m.me_logout()}
            </button>
          )}
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
              {/* Not while leaving: reading the tasks of an account that owes a consent would redirect to the consent page. */}
              {moduleNotices
                .filter(({ site, of }) => !isWithdrawalPage && sites[site] && (of === 'all' || of === me.kind))
                .map(({ position, Notice: NoticeView }) => (
                  <NoticeView key={position} />
                ))}
              <Outlet key={inLocale(getLocale(), withoutLocale(pathname))} />
            </MeContext>
          )}
        </div>
      </div>
    </AccountPageFrame>
  )
}
