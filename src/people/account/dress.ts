import { type ReactNode, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import type { PageHandle } from '#kit/web/handle.ts'
import type { PublicSetting } from '#platform/settings/contract.ts'
import dressProgram from './dress-program.ts?script'
import { earlySubmitScript } from './early-submit.ts'
import type { FrameData } from './frame-data.ts'

declare global {
  interface Window {
    /** Marks `html` with the look of this page (`dress-program.ts`). */
    chooseDress?: (referrer?: string) => void
  }
}

/** The looks of the account pages: the Firm's, and the one that Match, auction and shop share. */
export type DressName = 'firm' | 'hall'

/** What a site declares in `account-brand.tsx`. Its style sheet holds while `html[data-dress]` has that name. */
export interface AccountBrand {
  name: DressName
  /** The sites whose look it is; while none of them is switched on it is not there. */
  sites: readonly (keyof PublicSetting['modules'])[]
  /** Its first address. */
  home: (frame: FrameData) => string
  /** Its name, as the logo is read out. */
  title: (frame: FrameData) => string
  Logo: (props: { frame: FrameData }) => ReactNode
}

/** What it declares in `account-frame.tsx`. */
export interface AccountFrame {
  name: DressName
  Header: (props: { frame: FrameData }) => ReactNode
  Footer: (props: { frame: FrameData }) => ReactNode
}

/** Of every page whose look is chosen. */
export const accountHandle: PageHandle = { wake: 'now', script: `${dressProgram};${earlySubmitScript}` }

const brands = Object.values(
  import.meta.glob<AccountBrand>(['../../*/site/account-brand.tsx', '../../*/site/*/account-brand.tsx'], {
    eager: true,
    import: 'accountBrand',
  }),
)

/** The looks there are, first the one that a page without the mark has. */
export const brandsOf = ({ setting: { modules }, first }: FrameData): readonly AccountBrand[] => {
  const open = brands.filter(({ sites }) => sites.some((site) => modules[site]))
  const isFirst = ({ sites }: AccountBrand) => sites.some((site) => site === first)
  // With all sites switched off staff still log in, in the Firm's look.
  return open.length > 0
    ? open.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)))
    : brands.filter(({ name }) => name === 'firm')
}

/**
 * The mark goes with the last account page, and comes back with one that was reached without a document of its own.
 * `only` is the look where there is one alone.
 */
export const useDress = (only: DressName | undefined): void => {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address may be a page of a site.
  useLayoutEffect(() => {
    window.chooseDress?.()
    if (only) document.documentElement.dataset.dress = only
  }, [only, pathname])
  useLayoutEffect(
    () => () => {
      delete document.documentElement.dataset.dress
    },
    [],
  )
}
