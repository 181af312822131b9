import { z } from 'zod'
import { crud, Id, Instant, Locale, localized, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'

fieldMessages({
  category_tree: m.categories_field_tree,
  category_used: m.categories_field_used,
  category_changed: m.categories_field_changed,
})

export const CategoryInput = z.strictObject({
  /** Part of the page's address. */
  key: z
    .string()
    .trim()
    .max(60)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'slug' }),
  name: localized(60),
  parent: Id.nullable().default(null),
  position: z.number().int().min(0).max(9999).default(0),
  visible: z.boolean().default(true),
})

export const Category = z
  .object({ ...recordFields, ...CategoryInput.shape, goods: z.number().int().describe('Products in this category') })
  .meta({ id: 'ShopCategory' })
export type Category = z.infer<typeof Category>

export const PublicCategory = z
  .object({
    _id: Id,
    key: z.string(),
    name: z.string(),
    lang: Locale,
    parent: Id.nullable(),
    goods: z.number().int().describe('Visible products in this category and its subcategories'),
  })
  .meta({ id: 'PublicShopCategory' })
export type PublicCategory = z.infer<typeof PublicCategory>

const consolePath = '/api/console/shop/categories'

/** Categories of the shop: a tree of at most three levels. */
export const categories = {
  ...crud(consolePath, { one: 'category', many: 'categories' }, Category, CategoryInput, {
    access: 'console:shop',
    sort: ['position', 'key', 'updatedAt', 'createdAt'],
    filters: { visible: z.stringbool().optional() },
  }),
  arrange: route({
    method: 'PUT',
    path: `${consolePath}/order`,
    access: 'console:shop',
    summary: 'Reorder the whole tree; each category is sent with its version.',
    body: z.strictObject({
      categories: z
        .array(z.strictObject({ _id: Id, parent: Id.nullable(), updatedAt: Instant }))
        .min(1)
        .max(300),
    }),
    answer: z.object({ categories: z.array(Category) }),
  }),
  published: route({
    method: 'GET',
    path: '/api/v1/shop/categories',
    access: 'public',
    summary: 'List the visible categories in tree order, parents before children.',
    answer: z.object({
      categories: z.array(PublicCategory),
      goods: z.number().int().describe('Number of visible products'),
    }),
    cached: true,
  }),
}
