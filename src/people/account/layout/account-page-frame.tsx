import '#ui/tokens.css'
import '#ui/fallback-faces.css'
import '#ui/base.css'
import '../account.css'
import { clsx } from 'clsx'
import { type ReactNode, useEffect } from 'react'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { FontSheets } from '#ui/fonts.tsx'
import { Notice } from '../forms/notice.tsx'
import { releaseEarlySubmit } from '../login/early-submit.ts'
import { type AccountFrame, useAccountTheme } from '../theme/account-theme.ts'
import styles from './account-page-frame.module.css'

/** Returns the path in the language of the page. */
export const currentLocalePath = (path: string): string => inLocale(getLocale(), path)

const frames = Object.values(
  import.meta.glob<AccountFrame>(['../../../*/site/account-frame.tsx', '../../../*/site/*/account-frame.tsx'], {
    eager: true,
    import: 'accountFrame',
  }),
)

/**
 * Header and footer of the join, recovery and account pages, in the theme of the site visited last. The document
 * contains every available theme and `html[data-theme]` shows one. The route must have `loadFrame` as loader.
 */
export function AccountPageFrame({ children }: { children: ReactNode }) {
  const { frame, brands, mark, themeClass } = useAccountTheme()
  const shown = brands.flatMap(({ name }) => frames.filter((item) => item.name === name))
  useEffect(() => releaseEarlySubmit(document.querySelector<HTMLFormElement>('main form')), [])
  return (
    <div className={styles.page} {...mark}>
      <a className={styles.skip} href="#content">
        {m.account_skip()}
      </a>
      {shown.map(({ name, Header }) => (
        <div key={name} className={clsx(styles.head, themeClass(name))}>
          <Header frame={frame} />
        </div>
      ))}
      <main className={styles.main} id="content" tabIndex={-1}>
        <noscript>
          <Notice>
            {m.login_no_script()} <a href={currentLocalePath('/')}>{m.login_no_script_home()}</a>
          </Notice>
        </noscript>
        {children}
      </main>
      {shown.map(({ name, Footer }) => (
        <div key={name} className={themeClass(name)}>
          <Footer frame={frame} />
        </div>
      ))}
      <FontSheets />
    </div>
  )
}
