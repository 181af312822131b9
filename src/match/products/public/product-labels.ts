import { m } from '#messages/messages.js'

export const certificateLabels = { award: m.products_award, rookie: m.products_rookie } as const

export const categoryLabels = {
  tableware: m.match_category_tableware,
  textile: m.match_category_textile,
  woodcraft: m.match_category_woodcraft,
  metalcraft: m.match_category_metalcraft,
  paper: m.match_category_paper,
  food: m.match_category_food,
  beauty: m.match_category_beauty,
  living: m.match_category_living,
} as const
