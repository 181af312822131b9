import { languageName } from '#content/site/language-links.tsx'
import { m } from '#messages/messages.js'
import type { AccountFrame } from '#people/account/theme/account-theme.ts'
import { Icon } from '#ui/icon.tsx'
import { accountHall } from './account-site.ts'
import { AccountLink, LanguageMenu, SearchSign, WaitsSign } from './header/header-tools.tsx'
import { HallHeader } from './header/site-header.tsx'
import { HallFooter } from './layout/site-footer.tsx'
import { place } from './localize-path.ts'
import { allHallSites } from './site-menu.ts'

/** Header and footer of account pages in the theme that Match, auction and shop share. */
export const accountFrame: AccountFrame = {
  name: 'hall',
  Header: ({ frame: { setting } }) => {
    // The site search is part of the firm's site.
    const search = setting.modules.firm && <SearchSign to={place('/auction-search')} isElsewhere />
    return (
      <HallHeader
        hall={accountHall(setting.modules)}
        menu={allHallSites(setting)}
        compact={search}
        tools={
          <>
            {search}
            <LanguageMenu>
              {languageName()}
              <Icon name="chevron-down" small />
            </LanguageMenu>
            <WaitsSign />
            <AccountLink />
          </>
        }
      />
    )
  },
  Footer: ({ frame: { setting, year } }) => (
    <HallFooter
      hall={accountHall(setting.modules)}
      frame={{ setting, modules: setting.modules, year }}
      demonstration={m.hall_demonstration()}
    />
  ),
}
