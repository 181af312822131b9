import { afterEach, describe, expect, it } from 'vitest'
import { audit } from '#kit/audit/contract.ts'
import { publicScope } from '#kit/server/context.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { settings as contract } from '../contract.ts'
import { buildSetting } from '../factory.ts'

const bench = prepareBench(['console:setting'])
afterEach(() => buildSetting(bench.api.context))

const client = () => bench.api.client(contract, bench.editor)
const changeSettings = async (body: object) => {
  const { setting } = await client().get()
  return (await client().update({ body: { ...body, updatedAt: setting.updatedAt } })).setting
}

describe('the settings', () => {
  it('change by group, keep groups that were not sent, invalidate the cache and are logged', async () => {
    const { setting: before } = await client().get()
    await bench.cacheRecorder.tags()
    const after = await changeSettings({ phone: '02-000-1234', seo: { naver: 'abc', google: '' } })
    expect(after).toEqual({
      ...before,
      phone: '02-000-1234',
      seo: { naver: 'abc', google: '' },
      updatedAt: expect.any(String),
    })
    expect(await bench.cacheRecorder.tags()).toEqual(['setting'])
    const { lines } = await bench.api.client(audit, bench.editor).list({ query: { entity: 'setting', limit: 1 } })
    expect(lines).toMatchObject([{ action: 'update', summary: 'phone, seo', before: { phone: '02-000-0000' } }])
  })

  it.each([
    [{ name: { ko: '' } }, 'name.ko'],
    [{ name: { ko: '법무법인\n대청' } }, 'name.ko'],
    [{ name: { ko: '대청', en: 'a\u2028b' } }, 'name.en'],
    [{ phone: 'call us' }, 'phone'],
    [{ chatUrl: 'javascript:alert(1)' }, 'chatUrl'],
    [{ chatUrl: '//evil.example' }, 'chatUrl'],
    [{ chatUrl: '/consult' }, 'chatUrl'],
    [{ social: [{ name: { ko: '블로그' }, url: 'data:text/html,x' }] }, 'social.0.url'],
    [{ social: [{ name: '블로그', url: '/blog' }] }, 'social.0.name'],
    [{ social: [{ name: { en: 'Blog' }, url: '/blog' }] }, 'social.0.name.ko'],
    [{ modules: { firm: true } }, 'modules.match'],
    [{ mail: { senderName: '대청\r\nBcc: all@example.com', senderAddress: null } }, 'mail.senderName'],
    [{ mail: { senderName: '대청', senderAddress: 'a@b.kr\r\nBcc: c@d.kr' } }, 'mail.senderAddress'],
    [{ payTo: { bank: '시연은행', number: '', holder: '대청' } }, 'payTo.number'],
    [{ payTo: { bank: '시연은행', number: '계좌', holder: '대청' } }, 'payTo.number'],
    [{ secret: 'x' }, 'secret'],
  ])('names the invalid field: %j', async (input, field) => {
    await expectRefusal(changeSettings(input), 400, field)
  })

  it.each([
    [{ home: 'auction' }, 'home'],
    [{ matchHost: 'https://match.example' }, 'matchHost'],
    [{ matchHost: '127.0.0.1' }, 'matchHost'],
    [{ home: 'match', matchHost: 'match.example' }, 'matchHost'],
    [{ home: 'match', modules: { firm: true, match: false, auction: true, shop: true } }, 'home'],
    [{ home: 'firm', modules: { firm: false, match: true, auction: true, shop: true } }, 'home'],
  ])('reject site addresses that cannot work: %j', async (input, field) => {
    await expectRefusal(changeSettings(input), 400, field)
  })

  it('reject the main host as the host of Match', async () => {
    const { settings } = bench.api.services
    const before = settings.publicUrl
    Object.assign(settings, { publicUrl: 'https://daecheong.example' })
    try {
      await expectRefusal(changeSettings({ matchHost: 'daecheong.example' }), 400, 'matchHost')
      expect((await changeSettings({ matchHost: 'Match.Example' })).matchHost).toBe('match.example')
    } finally {
      Object.assign(settings, { publicUrl: before })
    }
  })

  it('show a stored name with a line break, so that it can be corrected', async () => {
    await buildSetting(bench.api.context, { name: { ko: '법무법인\n대청' } })
    expect((await client().get()).setting.name).toEqual({ ko: '법무법인\n대청' })
    expect((await changeSettings({ name: { ko: '법무법인 대청' } })).name).toEqual({ ko: '법무법인 대청' })
  })

  it('return public fields in one language, without sender addresses', async () => {
    await buildSetting(bench.api.context, {
      name: { ko: '법무법인 대청', en: 'DAECHEONG LAW' },
      tagline: { ko: '듣고 답합니다', en: 'We listen' },
      mail: { senderName: '대청', senderAddress: 'office@daecheong.example' },
    })
    const readPublished = async (locale: 'ko' | 'en' | 'cn') =>
      (await bench.api.client(contract, null, locale).published()).setting
    expect(await readPublished('en')).toMatchObject({ name: 'DAECHEONG LAW', tagline: 'We listen', lang: 'en' })
    expect(await readPublished('cn')).toMatchObject({ name: '법무법인 대청', tagline: '듣고 답합니다', lang: 'ko' })
    expect(JSON.stringify(await readPublished('ko'))).not.toContain('office@')
    const scope = publicScope('ko')
    await bench.api.kernel.client(contract, scope).published()
    expect([...scope.tags]).toEqual(['setting'])
  })

  it('name each link in the requested language, or in Korean with its `lang`', async () => {
    const url = 'https://blog.example.com/daecheong'
    const social = [
      { name: { ko: '블로그', en: 'Blog' }, url },
      { name: { ko: '유튜브', en: '' }, url },
    ]
    expect((await changeSettings({ social })).social).toEqual(social)
    const readPublished = async (locale: 'ko' | 'en' | 'cn') =>
      (await bench.api.client(contract, null, locale).published()).setting.social
    expect(await readPublished('en')).toEqual([
      { name: 'Blog', url, lang: 'en' },
      { name: '유튜브', url, lang: 'ko' },
    ])
    expect(await readPublished('cn')).toMatchObject([
      { name: '블로그', lang: 'ko' },
      { name: '유튜브', lang: 'ko' },
    ])
  })

  it('answer 503 if the row is missing', async () => {
    await bench.api.services.database.execute('DELETE FROM settings')
    await expect(bench.api.client(contract).published()).rejects.toMatchObject({ status: 503 })
  })
})
