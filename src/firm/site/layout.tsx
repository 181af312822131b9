import { useEffect } from 'react'
import { type LoaderFunctionArgs, Outlet, useLoaderData, useLocation } from 'react-router'
import { PopupLayer } from '#content/popups/public/popup-layer.tsx'
import { withoutLocale } from '#kit/web/address.ts'
import type { PageHandle } from '#kit/web/handle.ts'
import { m } from '#messages/messages.js'
import { BoundProvider } from '#ui/bound.ts'
import { useDeferred } from '#ui/deferred.ts'
import { FontSheets } from '#ui/fonts.tsx'
import { useRise } from '#ui/rise.ts'
import '#ui/tokens.css'
import '#ui/fallback-faces.css'
import '#ui/base.css'
import { shellContext } from './api.ts'
import { bound } from './bound.ts'
import { useContentProtection } from './content-protection.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { place } from './place.ts'
import { ScrollToTop } from './scroll-to-top.tsx'
import { loadShell } from './shell-data.ts'
import { useMember } from './use-member.ts'

export const handle: PageHandle = { wake: 'idle', cached: true }

export const loader = ({ context }: LoaderFunctionArgs) => loadShell(shellContext(context).api)

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
        <PopupLayer path={withoutLocale(pathname)} member={member} place={place} />
        <FontSheets />
      </div>
    </BoundProvider>
  )
}
