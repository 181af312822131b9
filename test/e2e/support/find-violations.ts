import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { waitForAnimations } from './measure-page.ts'

interface AxeOptions {
  /** Runs only these rules. */
  rules?: string[]
  /** Selector of content to leave out. */
  exclude?: string
}

/** Returns axe's findings for the page as it is: WCAG 2.2 A and AA and axe's best practices, with no rule disabled. */
export const findViolations = async (page: Page, { rules, exclude }: AxeOptions = {}): Promise<string[]> => {
  await page.evaluate(() => document.fonts.ready)
  // Colors halfway through a transition have no defined contrast.
  await waitForAnimations(page)
  // Run axe once inside the page and report details of violations only: the same findings in a quarter of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  if (rules) axe.withRules(rules)
  if (exclude) axe.exclude(exclude)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/**
 * Like `findViolations`, for a state within a journey: a dialog, an error, a filled form. Runs axe in the deep run only,
 * which repeats all journeys; `npm test` runs it once on each kind of page and screen. Returns [] without running it.
 */
export const findStateViolations = async (page: Page, options?: AxeOptions): Promise<string[]> =>
  process.env.TEST_DEEP ? findViolations(page, options) : []
