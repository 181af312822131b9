import { type MetaDescriptor, Outlet, useLocation } from 'react-router'
import { withoutLocale } from '#kit/web/address.ts'
import { m } from '#messages/messages.js'
import { Frame, here } from '../frame.tsx'
import { JoiningContext, useJoining } from './draft.ts'
import styles from './join.module.css'

export { accountHandle as handle } from '../dress.ts'
export { AccountFailure as ErrorBoundary } from '../failure.tsx'
export { keepFrame as clientLoader, loadFrame as loader } from '../frame-data.ts'

export const meta = (): MetaDescriptor[] => [
  { title: `${m.join_title()} · ${m.login_brand()}` },
  { name: 'robots', content: 'noindex' },
]

const steps = [
  { path: '/join', name: m.join_step_kind },
  { path: '/join/consents', name: m.join_step_consents },
  { path: '/join/code', name: m.join_step_code },
  { path: '/join/details', name: m.join_step_details },
] as const

/** The four steps of joining; each has its own address, and all share one draft. */
export default function JoinLayout() {
  const joining = useJoining()
  const { pathname } = useLocation()
  const at = steps.findIndex(({ path }) => path === withoutLocale(pathname).replace(/\/$/, ''))
  return (
    <Frame>
      <div className={styles.columns}>
        <div className={styles.side}>
          <p className={styles.slogan}>{m.join_slogan()}</p>
          <p className={styles.about}>{m.join_about()}</p>
          {at >= 0 && (
            <ol className={styles.steps}>
              {steps.map(({ path, name }, step) => (
                <li
                  key={path}
                  className={styles.step}
                  data-done={step < at || undefined}
                  aria-current={step === at ? 'step' : undefined}
                >
                  <span className={styles.number} aria-hidden="true">
                    {step < at ? '✓' : step + 1}
                  </span>
                  {name()}
                </li>
              ))}
            </ol>
          )}
        </div>
        <div className={styles.work}>
          <JoiningContext value={joining}>
            <Outlet />
          </JoiningContext>
          {at === 0 && (
            <p className={styles.known}>
              {m.join_known()} <a href={here('/login')}>{m.login_submit()}</a>
            </p>
          )}
        </div>
      </div>
    </Frame>
  )
}
