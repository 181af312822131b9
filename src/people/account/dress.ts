import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import type { PageHandle } from '#kit/web/handle.ts'
import type { PublicSetting } from '#platform/settings/contract.ts'
import dresses from './dress.module.css'
import dressProgram from './dress-program.ts?script'
import { earlySubmitScript } from './early-submit.ts'
import { type FrameData, rememberFrame } from './frame-data.ts'

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
const brandsOf = ({ setting: { modules }, first }: FrameData): readonly AccountBrand[] => {
  const open = brands.filter(({ sites }) => sites.some((site) => modules[site]))
  const isFirst = ({ sites }: AccountBrand) => sites.some((site) => site === first)
  // With all sites switched off staff still log in, in the Firm's look.
  return open.length > 0
    ? open.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)))
    : brands.filter(({ name }) => name === 'firm')
}

/**
 * What a page shows of each look, of a route whose loader is `loadFrame`: `mark` is for its outermost element, and
 * `dressed` the class of what is of one look. The mark of the document goes with the last account page, and comes back
 * with one that was reached without a document of its own.
 */
export const useDress = () => {
  const frame = useLoaderData<FrameData>()
  const brands = brandsOf(frame)
  const [usual] = brands
  const isOne = brands.length === 1
  const only = isOne ? usual?.name : undefined
  const { pathname } = useLocation()
  useEffect(() => rememberFrame(frame), [frame])
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
  return {
    frame,
    brands,
    mark: { 'data-account': usual?.name, 'data-hall': usual?.name === 'hall' ? '' : undefined },
    dressed: (name: DressName): string | undefined => (isOne ? undefined : dresses[name]),
  }
}
