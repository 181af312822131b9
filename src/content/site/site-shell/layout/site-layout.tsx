import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PopupLayer } from '#content/popups/public/popup-layer.tsx'
import { useContentProtection } from '#content/site/use-content-protection.ts'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { nominalPath } from '#kit/web/addresses/site-locations.ts'
import { m } from '#messages/messages.js'
import { FontSheets } from '#ui/fonts.tsx'
import { UnitRuleProvider } from '#ui/text/non-breaking-units.ts'
import '#ui/tokens.css'
import '../site-tokens.css'
import '#ui/fallback-faces.css'
import '#ui/base.css'
import { localizePath } from '../../localize-path.ts'
import type { SiteIdentity } from '../site-identity.ts'
import styles from './site-layout.module.css'

interface Props {
  site: SiteIdentity
  /** Replaces spaces within units by no-break spaces (`ui/bound.ts`). */
  bindUnits: (text: string) => string
  contentProtection: boolean
  /** False for a site without a serif typeface. */
  hasDisplay?: boolean
  header: ReactNode
  footer: ReactNode
  children: ReactNode
}

/** Layout of every page of a trade site; `data-face` selects the site's tokens. */
export function SiteLayout({ site, bindUnits, contentProtection, hasDisplay = true, header, footer, children }: Props) {
  const { pathname } = useLocation()
  const member = useLoggedIn()
  useContentProtection(contentProtection)
  return (
    <UnitRuleProvider value={bindUnits}>
      <div
        className={styles.site}
        data-marketplace=""
        data-face={site.face}
        data-protected={contentProtection || undefined}
      >
        <a className={styles.skip} href="#content">
          {m.hall_skip()}
        </a>
        <div id="top" className={styles.start} tabIndex={-1} />
        {header}
        <main id="content" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        {footer}
        <PopupLayer path={nominalPath(pathname)} member={member} place={localizePath} />
        <FontSheets hasDisplay={hasDisplay} />
      </div>
    </UnitRuleProvider>
  )
}
