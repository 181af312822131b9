import { isAbsolute } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

const sentence = (env: Record<string, string>): string => {
  try {
    readSettings(env)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return (error as Error).message
  }
  return ''
}

const liveKit = {
  LIVEKIT_URL: 'wss://livekit.example',
  LIVEKIT_API_KEY: 'APIdaecheong',
  LIVEKIT_API_SECRET: 'a secret of LiveKit for the tests',
}

describe('settings', () => {
  it('are all optional', () => {
    const settings = readSettings({})
    expect(settings).toMatchObject({
      mode: 'production',
      port: 3000,
      databaseUrl: undefined,
      webConcurrency: 1,
      trustProxy: [],
      demo: true,
    })
    expect(isAbsolute(settings.dataDirectory)).toBe(true)
  })

  it('treat an empty value as missing', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '', SMTP_URL: '' })).toEqual(readSettings({}))
  })

  it('listen on the query connection unless another is set', () => {
    const url = 'postgres://a:b@db/c'
    expect(readSettings({ DATABASE_URL: url }).databaseDirectUrl).toBe(url)
    expect(readSettings({ DATABASE_URL: url, DATABASE_DIRECT_URL: `${url}2` }).databaseDirectUrl).toBe(`${url}2`)
  })

  it('read lists, switches and origins', () => {
    expect(
      readSettings({ TRUST_PROXY: ' 10.0.0.1, 10.0.0.2 ,', DEMO: 'no', PUBLIC_URL: 'https://law.example//' }),
    ).toMatchObject({ trustProxy: ['10.0.0.1', '10.0.0.2'], demo: false, publicUrl: 'https://law.example' })
  })

  it.each([
    [{ PORT: 'http' }, 'The setting PORT must be a port number.'],
    [{ DATABASE_URL: 'mysql://a' }, 'The setting DATABASE_URL must be a postgres:// address.'],
    [{ DATABASE_POOL: 'many' }, 'The setting DATABASE_POOL must be a number of connections.'],
    [{ WEB_CONCURRENCY: 'auto' }, 'The setting WEB_CONCURRENCY must be a number of processes.'],
    ...[
      'foo',
      '10.0.0.0/33',
      '10.0.0.0/0',
      '10.0.0.0/255.0.255.0',
      '::1/129',
      '10.0.0.1, true',
      '10.0.0.1/8/8',
      '/8',
    ].map((value): [object, string] => [
      { TRUST_PROXY: value },
      'The setting TRUST_PROXY must be addresses or networks such as 10.0.0.1 or 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas.',
    ]),
    [{ PUBLIC_URL: 'law.example' }, 'The setting PUBLIC_URL must be an http(s) address.'],
    [{ SESSION_SECRET: 'short' }, 'The setting SESSION_SECRET needs at least 32 characters.'],
    [{ SMTP_URL: 'http://mail' }, 'The setting SMTP_URL must be an smtp:// or smtps:// address.'],
    ...[
      'https://livekit.example',
      'livekit.example',
      'wss://key:secret@livekit.example',
      'wss://livekit.example?room=1',
      'wss://livekit.example;script-src *',
      "wss://a;b'c.example",
      'wss://[::1]:7880',
    ].map((value): [object, string] => [
      { ...liveKit, LIVEKIT_URL: value },
      'The setting LIVEKIT_URL must be an address such as wss://livekit.example.com.',
    ]),
    [{ ...liveKit, LIVEKIT_API_SECRET: 'secret' }, 'The setting LIVEKIT_API_SECRET needs at least 32 characters.'],
    ...[
      'https://store:secret@api.portone.io?channel=channel-key',
      'portone://store@api.portone.io?channel=channel-key',
      'portone://:secret@api.portone.io?channel=channel-key',
      'portone://store:secret@api.portone.io',
      'portone://store:secret@api.portone.io?channel=',
      'portone://store:secret@api.portone.io?channel=channel-key&script=https://evil.example/sdk.js',
      'store:secret',
    ].map((value): [object, string] => [
      { IDENTITY_URL: value },
      'The setting IDENTITY_URL must be portone://STORE_ID:API_SECRET@api.portone.io?channel=CHANNEL_KEY.',
    ]),
    [{ METRICS_TOKEN: 'short' }, 'The setting METRICS_TOKEN needs at least 16 characters.'],
  ])('say in a sentence what is wrong: %j', (env, expected) => expect(sentence(env as never)).toBe(expected))

  it('require the three LiveKit settings together', () => {
    expect(readSettings({}).liveKit).toBeUndefined()
    expect(readSettings({ LIVEKIT_URL: '', LIVEKIT_API_KEY: '', LIVEKIT_API_SECRET: '' }).liveKit).toBeUndefined()
    expect(readSettings(liveKit).liveKit).toEqual({
      url: 'wss://livekit.example',
      apiKey: 'APIdaecheong',
      apiSecret: liveKit.LIVEKIT_API_SECRET,
    })
    for (const LIVEKIT_URL of ['ws://127.0.0.1:7880', 'wss://video.daecheong.example:7443/livekit'])
      expect(readSettings({ ...liveKit, LIVEKIT_URL }).liveKit?.url).toBe(LIVEKIT_URL)
  })

  it.each(
    Object.keys(liveKit).flatMap((name) => [
      { given: [name], absent: Object.keys(liveKit).filter((one) => one !== name) },
      { given: Object.keys(liveKit).filter((one) => one !== name), absent: [name] },
    ]),
  )('refuse a part of the three of LiveKit: $given', ({ given, absent }) => {
    const part = Object.fromEntries(Object.entries(liveKit).filter(([name]) => given.includes(name)))
    const names = 'LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET are given together or not at all.'
    expect(sentence(part).split('\n')).toEqual(absent.map((name) => `The setting ${name} is missing: ${names}`))
  })

  it('accept proxies that the server accepts', () => {
    const given = '10.0.0.1, 10.0.0.0/8,172.16.0.0/255.240.0.0,::1,fd00::/8,loopback,linklocal,uniquelocal'
    const { trustProxy } = readSettings({ TRUST_PROXY: given })
    expect(trustProxy).toHaveLength(8)
    expect(() => Fastify({ trustProxy })).not.toThrow()
  })

  it('report every invalid setting without its value', () => {
    const message = sentence({ SESSION_SECRET: 'my secret', PORT: '70000', LOG_LEVEL: 'loud' })
    expect(message.split('\n')).toHaveLength(3)
    expect(message).not.toContain('my secret')
  })
})
