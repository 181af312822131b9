import { useEffect } from 'react'
import { data, type LoaderFunctionArgs, Outlet, redirect, useLoaderData, useLocation } from 'react-router'
import { PopupLayer } from '#content/popups/public/popup-layer.tsx'
import { inLocale, withoutLocale } from '#kit/web/addresses/locale-path.ts'
import { nominalPath } from '#kit/web/addresses/site-locations.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { BoundProvider } from '#ui/bound.ts'
import { useDeferred } from '#ui/deferred.ts'
import { FontSheets } from '#ui/fonts.tsx'
import { useRise } from '#ui/rise.ts'
import '#ui/tokens.css'
import '#ui/fallback-faces.css'
import '#ui/base.css'
import { useContentProtection } from '#content/site/content-protection.ts'
import { useMember } from '#content/site/use-member.ts'
import { shellContext } from './api.ts'
import { bound } from './bound.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { place } from './place.ts'
import { ScrollToTop } from './scroll-to-top.tsx'
import { loadShell } from './shell-data.ts'

export const handle: PageHandle = { site: 'firm', wake: 'idle', cached: true }

/** Pages that every site leads to, whichever is switched on. */
const isShared = (path: string) => path.startsWith('/terms/') || path.startsWith('/opt-out/')

/** Where the Firm is switched off its pages are not there. The shared ones still name its home page: the first one is meant. */
export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { api, locale } = shellContext(context)
  const { setting } = await api.settings.published()
  const { firm, match } = setting.modules
  const path = withoutLocale(url.pathname)
  if (firm || isShared(path)) return loadShell(api, setting)
  if (path === '/firm') throw redirect(inLocale(locale, '/'), 302)
  // In development alone: a built server has Match's home page there.
  if (match && path === '/') throw redirect(inLocale(locale, '/match'), 302)
  throw data(null, { status: 404 })
}

/** Tells the style sheet that scroll bars take room here. */
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
  const member = useMember()
  useScrollBarMark()
  useDeferred(pathname)
  useRise(pathname)
  useContentProtection(contentProtection)
  return (
    <BoundProvider value={bound}>
      <div className={styles.site} data-protected={contentProtection || undefined}>
        <a className={styles.skip} href="#content">
          {m.site_skip()}
        </a>
        <div id="top" className={styles.start} tabIndex={-1} />
        <Header shell={shell} />
        <main id="content" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
        <Footer shell={shell} />
        <ScrollToTop />
        <PopupLayer path={nominalPath(pathname)} member={member} place={place} />
        <FontSheets />
      </div>
    </BoundProvider>
  )
}

export { FrameFailure as ErrorBoundary } from './failure.tsx'
