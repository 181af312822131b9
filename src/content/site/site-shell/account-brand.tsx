import type { AccountBrand } from '#people/account/theme/account-theme.ts'
import './site-tokens.css'
import './account-brand.css'
import { accountHall } from './account-site.ts'
import { Logo } from './header/site-logo.tsx'
import { place } from './localize-path.ts'
import { logoName } from './site-identity.ts'

/** Account pages in the theme that Match, auction and shop share. */
export const accountBrand: AccountBrand = {
  name: 'hall',
  sites: ['match', 'auction', 'shop'],
  home: ({ setting }) => place(accountHall(setting.modules).home),
  title: ({ setting }) => logoName(accountHall(setting.modules)),
  Logo: ({ frame: { setting } }) => <Logo hall={accountHall(setting.modules)} />,
}
