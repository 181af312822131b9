import { gzipSync } from 'node:zlib'
import { expect, test } from './page-fixture.ts'
import { findSection, textOf } from './read-document.ts'

// The home page as HTML; test/e2e/firm/home-*.spec.ts test layout and motion.

const languages = {
  ko: { prefix: '', sections: ['주요 업무 분야', '핵심 가치', '주요 수행 사례', '소식', '사무소 안내'] },
  en: {
    prefix: '/en',
    sections: ['Four ways we can help', 'How we work', 'Fifteen case studies', 'News', 'Our offices'],
  },
  cn: { prefix: '/cn', sections: ['我们能帮您做什么', '我们怎样工作', '15个案例', '资讯', '办公室'] },
} as const

for (const [language, { prefix, sections }] of Object.entries(languages))
  test(`contains every section, with links that stay in the language: ${language}`, async ({ read }) => {
    const { document } = await read(prefix || '/')
    const [practices, values, projects, , offices] = sections.map((name) => findSection(document, name))
    expect([practices, values, projects, offices].map((section) => section?.querySelectorAll('li').length)).toEqual([
      4, 3, 15, 4,
    ])
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(document.querySelectorAll('main article')).toHaveLength(18 + 15 + 12 + 4)
    const links = [...document.querySelectorAll('main a[href]')].map((link) => link.getAttribute('href') ?? '')
    const inside = links.filter((address) => address.startsWith('/'))
    expect(inside.filter((address) => !address.startsWith(`${prefix}/`))).toEqual([])
    for (const path of ['building', 'renovation', 'council', 'engineering'])
      expect(inside).toContain(`${prefix}/business/${path}`)
    for (const key of ['seoul', 'seoul-branch', 'incheon', 'gwangju'])
      expect(inside).toContain(`${prefix}/contact/${key}`)
    expect(inside).toContain(`${prefix}/story`)
    expect(inside.some((address) => address.startsWith(`${prefix}/introduction/lawyer/`))).toBe(true)
    expect(inside.some((address) => address.startsWith(`${prefix}/project/`))).toBe(true)
    // A picture without a height moves the content below it when it loads.
    expect([...document.querySelectorAll('img:not([height])')].map((image) => image.outerHTML)).toEqual([])
  })

test('staggers the cards of a row by 0, 100, 200 and 300 ms', async ({ read }) => {
  const { document } = await read('/')
  for (const name of ['주요 업무 분야', '사무소 안내']) {
    const cards = [...findSection(document, name).querySelectorAll('li')]
    expect(cards.map((card) => card.getAttribute('data-rise'))).toEqual(['0', '100', '200', '300'])
  }
})

test('marks Korean records as Korean in a page of another language', async ({ read }) => {
  const { document } = await read('/en')
  const texts = [...document.querySelectorAll('body *')]
    .filter(({ tagName }) => !/^(SCRIPT|STYLE)$/.test(tagName))
    .flatMap((element) => [...element.childNodes].map((node) => ({ element, node })))
    .filter(({ node }) => node.nodeType === 3 && /[가-힣]/.test(node.textContent ?? ''))
  expect(texts.length).toBeGreaterThan(0)
  const unmarked = texts.filter(({ element }) => element.closest('[lang]')?.getAttribute('lang') !== 'ko')
  expect(unmarked.map(({ node }) => node.textContent)).toEqual([])
})

test('offers the same page in each language', async ({ read }) => {
  const { document } = await read('/en')
  const menu = [...document.querySelectorAll('header details')].find((each) =>
    each.querySelector('summary')?.getAttribute('aria-label')?.startsWith('Language: English'),
  )
  const links = [...(menu?.querySelectorAll('a') ?? [])]
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('lang')])).toEqual([
    ['/', 'ko'],
    ['/en', 'en'],
    ['/cn', 'zh-Hans'],
  ])
})

test('says once per section that its pictures show no real building', async ({ read }) => {
  for (const path of ['/', '/project', '/business/building']) {
    const { document } = await read(path)
    const notes = [...document.querySelectorAll('[data-picture-note]')].map(textOf)
    expect([path, ...notes]).toEqual([path, '실제 건물이 아닌 참고 이미지입니다.'])
  }
})

/** Modules that a built module imports statically. */
const importsOf = (code: string): string[] =>
  [...code.matchAll(/(?:^|[;}\s])(?:import|export)(?:[\w*{}\s,$]*from)?\s*"(\.{1,2}\/[^"]+\.js)"/g)].map(
    ([, path = '']) => path,
  )

test('references at most 150 KB gzip of scripts on a page of any kind, and requests none before it loads', async ({
  read,
  product,
}) => {
  const modules = new Map<string, Promise<{ size: number; imports: string[] }>>()
  const load = async (path: string) => {
    const code = await (await fetch(product.url + path)).text()
    const imports = importsOf(code).map((name) => new URL(name, product.url + path).pathname)
    return { size: gzipSync(code, { level: 9 }).length, imports }
  }
  for (const path of [
    ...['/', '/introduction/lawyer/jung-hayoon', '/business/building', '/project'],
    ...['/story/basement-leak-three-questions', '/contact/seoul', '/consult', '/auction-search/하자'],
  ]) {
    const { document } = await read(encodeURI(path))
    expect(document.querySelectorAll('script[src], link[rel="modulepreload"]'), path).toHaveLength(0)
    const { manifest, routes, entry, ahead } = JSON.parse(document.getElementById('page')?.textContent ?? '') as {
      manifest: string
      routes: [string, string[]][]
      entry: string
      ahead: string[]
    }
    const found = new Set<string>()
    const queue = [manifest, entry, ...ahead, ...routes.flatMap(([, urls]) => urls)]
    let total = 0
    for (const url of queue) {
      if (found.has(url)) continue
      found.add(url)
      const module = modules.get(url) ?? load(url)
      modules.set(url, module)
      const { size, imports } = await module
      total += size
      queue.push(...imports)
    }
    expect(found.size, path).toBeGreaterThan(3)
    expect(total, path).toBeLessThanOrEqual(150_000)
  }
})
