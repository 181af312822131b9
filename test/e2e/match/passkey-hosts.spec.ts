import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { findSystemBrowser } from '../../../scripts/setup/install-browser.mjs'
import { startApplication } from '../../server/start-application.ts'
import { apiAs } from '../support/call-api-as.ts'
import { test as base, expect } from '../support/product-fixture.ts'

// Match at a separate host over HTTPS: a passkey created at the installation's host logs in there too.

const [mainOrigin, matchOrigin] = ['https://daecheong.example', 'https://match-centre.example']

/** Starts a proxy that terminates HTTPS for both hosts. */
const startFront = async (to: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, '-subj', '/CN=example', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const { hostname, port } = new URL(to)
    // No keep-alive agent: the product may close a pooled connection just as it is used again.
    const onward = request({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true })
  }
  return { port, close }
}

const test = base.extend<{ secure: BrowserContext }>({
  product: [
    async ({ browserName: _browser }, use) => {
      const product = await startApplication({ environment: { PUBLIC_URL: mainOrigin } })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  secure: async ({ product }, use) => {
    const front = await startFront(product.url)
    const executablePath = findSystemBrowser()
    const browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--ignore-certificate-errors',
        `--host-resolver-rules=MAP *.example 127.0.0.1:${front.port}`,
      ],
    })
    await use(await browser.newContext({ ignoreHTTPSErrors: true, locale: 'ko-KR' }))
    await browser.close()
    await front.close()
  },
})
test.use({ installation: 'match-passkey' })

test('accepts a passkey of the installation at the host of Match, and at no other host', { tag: '@deep' }, async ({
  product,
  secure,
}) => {
  test.setTimeout(180_000)
  const arrange = async (matchHost: string | null) => {
    const owner = await apiAs(product, 'owner')
    const { setting } = await owner('GET', '/api/console/setting')
    const modules = { ...setting.modules, firm: true, match: true }
    await owner('PUT', '/api/console/setting', { home: 'firm', matchHost, modules, updatedAt: setting.updatedAt })
  }
  const page = await secure.newPage()
  const devtools = await secure.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const related = async () => (await page.request.get(`${product.url}/.well-known/webauthn`)).status()
  const logIn = async (origin: string) => {
    // With a session in this tab, the page continues automatically. With a known passkey, the virtual authenticator
    // answers the autofill (conditional mediation) at once, and the button disappears before it can be clicked.
    await page.goto(`${origin}/robots.txt`)
    await page.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
    await page.goto(`${origin}/login?next=/me/security`)
    await page.getByRole('button', { name: '패스키로 로그인' }).click()
  }

  await test.step('creates it at the host of the installation', async () => {
    await page.goto(`${mainOrigin}/login?next=/me/security`)
    await page.getByLabel('아이디').fill('company')
    await page.getByLabel('비밀번호', { exact: true }).fill(product.passwords.company ?? '')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '패스키 추가' }).click()
    await page.locator('main input[name="name"]').fill('가온의 노트북')
    await page
      .locator('main input[name="password"]')
      .first()
      .fill(product.passwords.company ?? '')
    await page.keyboard.press('Enter')
    await expect(page.getByText('패스키를 추가했습니다.')).toBeVisible()
  })
  await test.step('lists no related origin and refuses another host while Match has no separate host', async () => {
    await expect.poll(related).toBe(404)
    await logIn(matchOrigin)
    await expect(page.getByRole('alert').first()).not.toBeEmpty()
    expect(new URL(page.url()).pathname).toBe('/login')
  })
  await test.step('logs in at the separate host', async () => {
    await arrange(new URL(matchOrigin).host)
    await expect.poll(related).toBe(200)
    await logIn(matchOrigin)
    await expect(page).toHaveURL(`${matchOrigin}/me/security`)
    await expect(page.getByText('가온의 노트북')).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('username'))).toBe('company')
  })
  await test.step('still logs in at the host of the installation', async () => {
    await logIn(mainOrigin)
    await expect(page).toHaveURL(`${mainOrigin}/me/security`)
  })
})
