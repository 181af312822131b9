import { m } from '#messages/messages.js'
import type { Category, Way } from './rules.ts'

export const categoryLabels: Record<Category, () => string> = {
  tableware: m.match_category_tableware,
  textile: m.match_category_textile,
  woodcraft: m.match_category_woodcraft,
  metalcraft: m.match_category_metalcraft,
  paper: m.match_category_paper,
  food: m.match_category_food,
  beauty: m.match_category_beauty,
  living: m.match_category_living,
}

export const wayLabels: Record<Way, () => string> = { online: m.match_way_online, offline: m.match_way_offline }
