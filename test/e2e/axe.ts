import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What axe finds in the page as it stands: rules of WCAG 2.2 A and AA and axe's best practices, none switched off;
 * or only the named `rules`.
 */
export const violationsOf = async (page: Page, rules?: string[]): Promise<string[]> => {
  await page.evaluate(() => document.fonts.ready)
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
