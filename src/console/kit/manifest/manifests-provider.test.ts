import { createElement, type FunctionComponent, lazy } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ConsoleManifest } from './console-manifest.ts'
import { logNamesOf, ManifestsProvider, Slot, useDoubtfulWords } from './manifests-provider.tsx'

type Added = FunctionComponent<{ title: string }>

/** Adds a component to a slot that no module declares; real slots are known only to their modules. */
const adding = (component: Added): ConsoleManifest => ({ slots: { 'test.head': component } as object })

const render = (manifests: readonly ConsoleManifest[], Component: FunctionComponent) =>
  renderToString(createElement(ManifestsProvider, { manifests }, createElement(Component)))

const Head = () => createElement(Slot as FunctionComponent<object>, { name: 'test.head', title: '소식' } as object)

const Found = () =>
  useDoubtfulWords()('가장 빠른 최고', 'ko')
    .map(({ word }) => word)
    .join(' ')

describe('a slot', () => {
  const named =
    (prefix: string): Added =>
    ({ title }) =>
      `${prefix} ${title};`

  it('renders the components of all modules with the props of the slot', () => {
    const html = render([adding(named('하나')), {}, adding(named('둘'))], Head)
    expect(html.replaceAll(/<!--.*?-->/g, '')).toBe('하나 소식;둘 소식;')
  })

  it('is empty if no module adds a component', () => {
    expect(render([{}], Head)).toBe('')
  })

  it('renders other components while a lazy one loads', () => {
    const later = lazy(() => new Promise<{ default: Added }>(() => undefined))
    const html = render([adding(later as unknown as Added), adding(named('둘'))], Head)
    expect(html).toContain('둘 소식;')
  })

  it('throws outside the shell instead of rendering nothing', () => {
    expect(() => renderToString(createElement(Head))).toThrow('No manifests')
  })
})

describe('doubtful words', () => {
  const rule =
    (word: string): NonNullable<ConsoleManifest['doubtfulWords']> =>
    (text) =>
      text.includes(word)
        ? [{ from: text.indexOf(word), to: text.indexOf(word) + word.length, word, reason: '', instead: [] }]
        : []

  it('are collected from all modules in text order', () => {
    const html = render([{ doubtfulWords: rule('최고') }, {}, { doubtfulWords: rule('가장') }], Found)
    expect(html).toBe('가장 최고')
  })
})

describe('an action in the audit log', () => {
  const { actionName } = logNamesOf([
    { entities: { members: () => '회원' }, actions: { withdraw: () => '회원 탈퇴' } },
    { entities: { meetings: () => '상담' }, actions: { withdraw: () => '요청 철회' } },
    { entities: { things: () => '물건' } },
  ])

  it('has the label of the entity’s module', () => {
    expect(actionName('withdraw', 'members')).toBe('회원 탈퇴')
    expect(actionName('withdraw', 'meetings')).toBe('요청 철회')
  })

  it('falls back to labels of other modules and of the kit', () => {
    expect(actionName('withdraw', 'things')).toBe('요청 철회')
    expect(actionName('create', 'things')).not.toBe('create')
  })
})
