import '#ui/tokens.css'
import '#ui/fallback-faces.css'
import '#ui/base.css'
import { useEffect } from 'react'
import { data, type LoaderFunctionArgs, Outlet, redirect, useLoaderData, useLocation } from 'react-router'
import { PopupLayer } from '#content/popups/public/popup-layer.tsx'
import { localizePath } from '#content/site/localize-path.ts'
import { useContentProtection } from '#content/site/use-content-protection.ts'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { inLocale, withoutLocale } from '#kit/web/addresses/locale-path.ts'
import { nominalPath } from '#kit/web/addresses/site-locations.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { useRiseOnScroll } from '#ui/browser/rise-on-scroll.ts'
import { useDeferred } from '#ui/browser/show-deferred.ts'
import { FontSheets } from '#ui/fonts.tsx'
import { UnitRuleProvider } from '#ui/text/non-breaking-units.ts'
import { FirmHeader } from '../header/firm-header.tsx'
import { getLayoutContext } from '../loader-context.ts'
import { bindUnits } from '../text/bind-units.ts'
import { FirmFooter } from './firm-footer.tsx'
import styles from './firm-layout.module.css'
import { loadLayoutData } from './load-layout.ts'
import { ScrollToTop } from './scroll-to-top.tsx'

export const handle: PageHandle = { site: 'firm', hydrate: 'idle', cached: true }

/** Pages that all sites link to, whichever are enabled. */
const isShared = (path: string) => path.startsWith('/terms/') || path.startsWith('/opt-out/')

/**
 * Throws 404 while the firm's site is disabled, except for shared pages. Their links to its home page redirect to the
 * root.
 */
export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { api, locale } = getLayoutContext(context)
  const { setting } = await api.settings.published()
  const { firm, match } = setting.modules
  const path = withoutLocale(url.pathname)
  if (firm || isShared(path)) return loadLayoutData(api, setting)
  if (path === '/firm') throw redirect(inLocale(locale, '/'), 302)
  // Development only: a built server serves Match's home page at this path.
  if (match && path === '/') throw redirect(inLocale(locale, '/match'), 302)
  throw data(null, { status: 404 })
}

/** Sets `data-scroll-bar` if scroll bars take up space. */
const useScrollBarMark = () => {
  useEffect(() => {
    const { documentElement } = document
    documentElement.toggleAttribute('data-scroll-bar', innerWidth > documentElement.clientWidth)
  }, [])
}

export default function SiteLayout() {
  const shell = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  const { contentProtection } = shell.setting
  const member = useLoggedIn()
  useScrollBarMark()
  useDeferred(pathname)
  useRiseOnScroll(pathname)
  useContentProtection(contentProtection)
  return (
    <UnitRuleProvider value={bindUnits}>
      <div className={styles.site} data-protected={contentProtection || undefined}>
        <a className={styles.skip} href="#content">
          {m.site_skip()}
        </a>
        <div id="top" className={styles.start} tabIndex={-1} />
        <FirmHeader shell={shell} />
        <main id="content" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
        <FirmFooter shell={shell} />
        <ScrollToTop />
        <PopupLayer path={nominalPath(pathname)} member={member} place={localizePath} />
        <FontSheets />
      </div>
    </UnitRuleProvider>
  )
}

export { SiteFailure as ErrorBoundary } from './page-failure.tsx'
