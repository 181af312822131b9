import type { ReactNode } from 'react'
import { m } from '#messages/messages.js'
import { AccountPageFrame } from '../layout/account-page-frame.tsx'
import styles from './join.module.css'
import { JoinContext, useJoinState } from './join-draft.ts'

export const steps = [
  { path: '/join', name: m.join_step_kind },
  { path: '/join/consents', name: m.join_step_consents },
  { path: '/join/code', name: m.join_step_code },
  { path: '/join/details', name: m.join_step_details },
] as const

/** Frame of a join step; `at` is the step's index, -1 for none. All steps share one draft. */
export function JoinFrame({ at, children }: { at: number; children: ReactNode }) {
  const joining = useJoinState()
  return (
    <AccountPageFrame>
      <div className={styles.columns}>
        <div>
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
        <div>
          <JoinContext value={joining}>{children}</JoinContext>
        </div>
      </div>
    </AccountPageFrame>
  )
}
