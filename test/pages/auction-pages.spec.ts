import { inLocale } from '../../src/kit/web/addresses/locale-path.ts'
import { expect, test } from './page-fixture.ts'
import { textOf } from './read-document.ts'

const languages = { ko: 'ko', en: 'en', cn: 'zh' } as const

for (const language of ['ko', 'en', 'cn'] as const)
  test(`serves sales, a work, artists and results, in ${language}`, async ({ read, product }) => {
    const request = async (path: string) =>
      (await fetch(product.url + path, { headers: { 'accept-language': languages[language] } })).json()
    const { programs } = await request('/api/v1/auction/programs?limit=1')
    const { works } = await request(`/api/v1/auction/works?program=${programs[0]._id}&limit=1`)
    const { authors } = await request('/api/v1/auction/authors?limit=1')
    for (const [path, name] of [
      ['/auction', ''],
      [`/auction/programs/${programs[0]._id}`, programs[0].title],
      [`/auction/works/${works[0]._id}`, works[0].title],
      ['/auction/authors', ''],
      [`/auction/authors/${authors[0]._id}`, authors[0].name],
      ['/auction/results', ''],
    ] as const) {
      const { status, document } = await read(inLocale(language, path))
      expect(status, path).toBe(200)
      expect(document.documentElement.getAttribute('lang'), path).toMatch(new RegExp(`^${languages[language]}`))
      expect(textOf(document.querySelector('h1')), path).toContain(name)
      expect(textOf(document.querySelector('h1')), path).not.toBe('')
    }
  })
