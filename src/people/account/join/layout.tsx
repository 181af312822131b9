import { type MetaDescriptor, Outlet, useLocation } from 'react-router'
import { withoutLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { currentLocalePath } from '../layout/account-page-frame.tsx'
import styles from './join.module.css'
import { JoinFrame, steps } from './join-frame.tsx'

export { AccountPageFailure as ErrorBoundary } from '../layout/account-failure.tsx'
export { loadFrame as loader, reuseFrame as clientLoader } from '../layout/frame-data.ts'
export { accountHandle as handle } from '../theme/account-theme.ts'

export const meta = (): MetaDescriptor[] => [
  { title: `${m.join_title()} · ${m.login_brand()}` },
  { name: 'robots', content: 'noindex' },
]

/** Layout of the four join steps; each has its own address. */
export default function JoinLayout() {
  const { pathname } = useLocation()
  const at = steps.findIndex(({ path }) => path === withoutLocale(pathname).replace(/\/$/, ''))
  return (
    <JoinFrame at={at}>
      <Outlet />
      {at === 0 && (
        <p className={styles.known}>
          {m.join_known()} <a href={currentLocalePath('/login')}>{m.login_submit()}</a>
        </p>
      )}
    </JoinFrame>
  )
}
