import { Link } from 'react-router'
import { languageName } from '#content/site/language-links.tsx'
import { AccountLink, LanguageMenu, SearchSign, WaitsSign } from '#content/site/site-shell/header/header-tools.tsx'
import { HallHeader } from '#content/site/site-shell/header/site-header.tsx'
import type { FrameData } from '#content/site/site-shell/load-site-shell.ts'
import { m } from '#messages/messages.js'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { useCartCount } from './cart/store.ts'
import { hall } from './hall.ts'
import styles from './header.module.css'
import { menuOf } from './menu.ts'
import { cartPath, place } from './place.ts'

/** The bag with how many products are in it. */
function Bag() {
  const count = useCartCount()
  return (
    <Link className={styles.bag} to={place(cartPath)}>
      <Icon name="bag" />
      <VisuallyHidden>{count > 0 ? m.shop_cart_count({ count }) : m.shop_cart()}</VisuallyHidden>
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  )
}

export function Header({ frame }: { frame: FrameData }) {
  // The one search is in the Firm's frame, and finds products too; where the Firm is switched off it is not there.
  const search = frame.modules.firm && <SearchSign to={place('/auction-search')} isElsewhere />
  return (
    <HallHeader
      hall={hall}
      menu={menuOf(frame)}
      compact={
        <>
          {search}
          <Bag />
        </>
      }
      tools={
        <>
          {search}
          <LanguageMenu>
            {languageName()}
            <Icon name="chevron-down" small />
          </LanguageMenu>
          <Bag />
          <WaitsSign />
          <AccountLink />
        </>
      }
    />
  )
}
