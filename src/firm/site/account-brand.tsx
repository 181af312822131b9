import { localizePath } from '#content/site/localize-path.ts'
import type { AccountBrand } from '#people/account/theme/account-theme.ts'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { FirmLogo } from './header/firm-logo.tsx'

/** Account pages in the firm's theme. */
export const accountBrand: AccountBrand = {
  name: 'firm',
  sites: ['firm'],
  home: () => localizePath('/'),
  title: ({ setting }) => setting.name,
  Logo: ({ frame: { setting } }) => (
    <span lang={foreignLang(setting.lang)}>
      <FirmLogo name={setting.name} />
    </span>
  ),
}
