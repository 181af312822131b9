import type { AccountBrand } from '#people/account/theme/account-theme.ts'
import './tokens.css'
import './account-brand.css'
import { accountHall } from './account-hall.ts'
import { logoName } from './hall.ts'
import { Logo } from './logo.tsx'
import { place } from './place.ts'

/** Account pages in the theme that Match, auction and shop share. */
export const accountBrand: AccountBrand = {
  name: 'hall',
  sites: ['match', 'auction', 'shop'],
  home: ({ setting }) => place(accountHall(setting.modules).home),
  title: ({ setting }) => logoName(accountHall(setting.modules)),
  Logo: ({ frame: { setting } }) => <Logo hall={accountHall(setting.modules)} />,
}
