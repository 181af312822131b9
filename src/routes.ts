import { index, layout, prefix, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { type Locale, locales } from './kit/locale.ts'

/** The public faces: each page once in every language, under ids like `en/home`. */
const site = (locale: Locale): RouteConfigEntry => {
  const id = (name: string) => ({ id: `${locale}/${name}` })
  return layout('site/layout.tsx', id('site'), [
    index('site/home.tsx', id('home')),
    route('*', 'site/missing.tsx', id('missing')),
  ])
}

export default [
  ...locales.flatMap((locale) => (locale === 'ko' ? site(locale) : prefix(locale, [site(locale)]))),
] satisfies RouteConfig
