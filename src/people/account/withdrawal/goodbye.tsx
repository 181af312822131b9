import type { MetaDescriptor } from 'react-router'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import parts from '../forms/parts.module.css'
import { AccountPageFrame, currentLocalePath } from '../layout/account-page-frame.tsx'

export { AccountPageFailure as ErrorBoundary } from '../layout/account-failure.tsx'
export { loadFrame as loader, reuseFrame as clientLoader } from '../layout/frame-data.ts'
export { accountHandle as handle } from '../theme/account-theme.ts'

export const meta = (): MetaDescriptor[] => [
  { title: `${m.withdraw_done_title()} · ${m.login_brand()}` },
  { name: 'robots', content: 'noindex' },
]

/** Page shown after a withdrawal. */
export default function Goodbye() {
  return (
    <AccountPageFrame>
      <h1 className={parts.title}>{m.withdraw_done_title()}</h1>
      <p className={parts.lead}>{m.withdraw_done_text()}</p>
      <div className={parts.acts}>
        <ButtonLink to={currentLocalePath('/')} reloadDocument>
          {m.withdraw_home()}
        </ButtonLink>
      </div>
    </AccountPageFrame>
  )
}
