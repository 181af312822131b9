import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { settled } from './measure-page.ts'

interface Look {
  /** Only these rules. */
  rules?: string[]
  /** Leaves out what is within these. */
  exclude?: string
}

/**
 * What axe finds in the page as it is: rules of WCAG 2.2 A and AA and axe's best practices, none switched off.
 */
export const violationsOf = async (page: Page, { rules, exclude }: Look = {}): Promise<string[]> => {
  await page.evaluate(() => document.fonts.ready)
  // Halfway between light and dark a colour has no contrast.
  await settled(page)
  // One run in the page itself, and only what is wrong told in full: the same findings in a quarter of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  if (rules) axe.withRules(rules)
  if (exclude) axe.exclude(exclude)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
