import type { Page } from '@playwright/test'
import { expect } from './product-fixture.ts'

/** The request form of any page. */
export const form = (page: Page) => page.locator('form[enctype="multipart/form-data"]')
export const send = (page: Page) => form(page).locator('button[type="submit"]')
export const summary = (page: Page) => form(page).getByRole('alert')

/** Number of a received request. */
export const numberOf = (page: Page) => page.getByText(/^\d{4}-\d{6}$/)

/** Waits for hydration: without scripts the browser validates the form. */
export const open = async (page: Page, path = '/consult') => {
  await page.goto(path)
  await page.mouse.move(10, 10)
  await page.mouse.down()
  await page.mouse.up()
  await expect(form(page)).toHaveAttribute('novalidate', '')
}

export const fill = async (page: Page, message: string, phone = '01000004171') => {
  await page.locator('[name="name"]').fill('오세진')
  // A draft of an earlier request may be restored in the field.
  await page.locator('[name="phone"]').fill('')
  await page.locator('[name="phone"]').pressSequentially(phone)
  await page.locator('[name="email"]').fill('sejin@estate.example')
  await page.locator('[name="practice"][value="building"]').check()
  await page.locator('[name="message"]').fill(message)
  await page.locator('[name="consent"]').check()
}
