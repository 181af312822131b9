import '#ui/tokens.css'
import '#ui/fallback-faces.css'
import '#ui/base.css'
import '../account.css'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { useFailure } from '#ui/feedback/use-failure.ts'
import parts from '../forms/parts.module.css'
import styles from './account-failure.module.css'
import { currentLocalePath } from './account-page-frame.tsx'

/** Error page that replaces an account page including its frame. */
export function AccountPageFailure() {
  return (
    <main id="content">
      <AccountFailure />
    </main>
  )
}

/** Error message for a page of the account or the customer center, inside the frame. */
export function AccountFailure() {
  const { address, title, text, retry } = useFailure()
  return (
    <div className={styles.failure} data-no-popups="">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1 className={parts.title}>{title}</h1>
      <p className={parts.lead}>{text}</p>
      <div className={parts.acts}>
        {retry && (
          <ButtonLink to={address} reloadDocument>
            {retry}
          </ButtonLink>
        )}
        <ButtonLink look="outline" to={currentLocalePath('/')} reloadDocument>
          {m.failure_home()}
        </ButtonLink>
      </div>
    </div>
  )
}
