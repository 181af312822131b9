import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import type { PublicSetting } from '#platform/settings/contract.ts'
import { type FrameData, storeFrame } from '../layout/frame-data.ts'
import { earlySubmitScript } from '../login/early-submit.ts'
import styles from './account-theme.module.css'
import chooseThemeProgram from './choose-theme-program.ts?script'

declare global {
  interface Window {
    /** Sets the theme of this page on `html` (`choose-theme-program.ts`). */
    chooseTheme?: (referrer?: string) => void
  }
}

/** Themes of the account pages: the Firm's, and the one that Match, auction and shop share. */
export type ThemeName = 'firm' | 'marketplace'

/** Declared by a site in `account-brand.tsx`. Its style sheet applies while `html[data-theme]` has this name. */
export interface AccountBrand {
  name: ThemeName
  /** Sites that use the theme; it is unavailable while all of them are switched off. */
  sites: readonly (keyof PublicSetting['modules'])[]
  /** Home address of the brand. */
  home: (frame: FrameData) => string
  /** Name of the brand, read out as the logo's label. */
  title: (frame: FrameData) => string
  Logo: (props: { frame: FrameData }) => ReactNode
}

/** Declared by a site in `account-frame.tsx`. */
export interface AccountFrame {
  name: ThemeName
  Header: (props: { frame: FrameData }) => ReactNode
  Footer: (props: { frame: FrameData }) => ReactNode
}

/** Route handle of all account pages. */
export const accountHandle: PageHandle = { hydrate: 'now', script: `${chooseThemeProgram};${earlySubmitScript}` }

const brands = Object.values(
  import.meta.glob<AccountBrand>(['../../../*/site/account-brand.tsx', '../../../*/site/*/account-brand.tsx'], {
    eager: true,
    import: 'accountBrand',
  }),
)

/** Returns the available themes; the first one applies to a page without the mark. */
const listBrands = ({ setting: { modules }, first }: FrameData): readonly AccountBrand[] => {
  const open = brands.filter(({ sites }) => sites.some((site) => modules[site]))
  const isFirst = ({ sites }: AccountBrand) => sites.some((site) => site === first)
  // With all sites switched off staff still log in: use the Firm theme.
  return open.length > 0
    ? open.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    : brands.filter(({ name }) => name === 'firm')
}

/**
 * Returns the theme data of a page whose route has `loadFrame` as loader. `mark` goes on the outermost element, and
 * `themeClass` is the class for content of one theme. The mark on the document is removed with the last account page and
 * set again when one is reached by client-side navigation.
 */
export const useAccountTheme = () => {
  const frame = useLoaderData<FrameData>()
  const brands = listBrands(frame)
  const [defaultBrand] = brands
  const isOne = brands.length === 1
  const only = isOne ? defaultBrand?.name : undefined
  const { pathname } = useLocation()
  useEffect(() => storeFrame(frame), [frame])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address may be a page of a site.
  useLayoutEffect(() => {
    window.chooseTheme?.()
    if (only) document.documentElement.dataset.theme = only
  }, [only, pathname])
  useLayoutEffect(
    () => () => {
      delete document.documentElement.dataset.theme
    },
    [],
  )
  return {
    frame,
    brands,
    mark: {
      'data-account': defaultBrand?.name,
      'data-marketplace': defaultBrand?.name === 'marketplace' ? '' : undefined,
    },
    themeClass: (name: ThemeName): string | undefined => (isOne ? undefined : styles[name]),
  }
}
