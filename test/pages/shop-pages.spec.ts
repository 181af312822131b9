import { inLocale } from '../../src/kit/web/addresses/locale-path.ts'
import { expect, test } from './page-fixture.ts'
import { textOf } from './read-document.ts'

/** Labels of the pages by language. */
const words = {
  ko: { lang: 'ko', stool: '세 발 참나무 스툴', put: '담기', contact: '연락처 또는 이메일', find: '조회하기' },
  en: {
    lang: 'en',
    stool: 'Three-legged oak stool',
    put: 'Add to cart',
    contact: 'Phone or email',
    find: 'Find order',
  },
  cn: { lang: 'zh', stool: '三足橡木凳', put: '加入购物车', contact: '电话或邮箱', find: '查询' },
} as const

for (const language of ['ko', 'en', 'cn'] as const)
  test(`serves a category, a product and the search for an order, in ${language}`, async ({ read }) => {
    const say = words[language]
    const category = await read(inLocale(language, '/shop/categories/furniture'))
    expect(category.status).toBe(200)
    expect(category.document.documentElement.getAttribute('lang')).toMatch(new RegExp(`^${say.lang}`))
    const link = [...category.document.querySelectorAll('main a')].find((one) => textOf(one).includes(say.stool))
    const path = link?.getAttribute('href') ?? ''
    expect(path).toContain(inLocale(language, '/shop/products/'))
    const { document } = await read(path)
    expect(textOf(document.querySelector('h1'))).toBe(say.stool)
    expect([...document.querySelectorAll('button')].map(textOf).join('\n')).toContain(say.put)
    const order = await read(inLocale(language, '/orders'))
    expect(textOf(order.document.querySelector('main'))).toContain(say.contact)
    expect([...order.document.querySelectorAll('button')].map(textOf)).toContain(say.find)
  })
