import { module as banners } from '#content/banners/module.ts'
import { module as boards } from '#content/boards/module.ts'
import { module as comments } from '#content/comments/module.ts'
import { module as pages } from '#content/pages/module.ts'
import { module as popups } from '#content/popups/module.ts'
import { module as reading } from '#content/reading/module.ts'
import { module as forms } from '#firm/forms/module.ts'
import { module as lawyers } from '#firm/lawyers/module.ts'
import { module as offices } from '#firm/offices/module.ts'
import { module as practices } from '#firm/practices/module.ts'
import { module as firmSite } from '#firm/site/module.ts'
import { module as templates } from '#firm/templates/module.ts'
import type { Module } from '#kit/module/module.ts'
import { module as auth } from '#people/auth/module.ts'
import { module as certify } from '#people/certify/module.ts'
import { module as companies } from '#people/companies/module.ts'
import { module as consents } from '#people/consents/module.ts'
import { module as faqs } from '#people/faqs/module.ts'
import { module as joining } from '#people/joining/module.ts'
import { module as levels } from '#people/levels/module.ts'
import { module as messages } from '#people/messages/module.ts'
import { module as notifications } from '#people/notifications/module.ts'
import { module as questions } from '#people/questions/module.ts'
import { module as recovery } from '#people/recovery/module.ts'
import { module as terms } from '#people/terms/module.ts'
import { module as users } from '#people/users/module.ts'
import { module as withdrawals } from '#people/withdrawals/module.ts'
import { module as audit } from '#platform/audit/module.ts'
import { module as dashboard } from '#platform/dashboard/module.ts'
import { module as media } from '#platform/media/module.ts'
import { module as redirects } from '#platform/redirects/module.ts'
import { module as search } from '#platform/search/module.ts'
import { module as settings } from '#platform/settings/module.ts'

/**
 * The only registry of modules. An empty database is filled, and the public search groups its results, in this order:
 * a module comes after those whose records its own name.
 */
export const modules: readonly Module[] = [
  levels,
  users,
  auth,
  certify,
  dashboard,
  media,
  practices,
  offices,
  lawyers,
  boards,
  reading,
  comments,
  forms,
  templates,
  popups,
  banners,
  pages,
  terms,
  consents,
  companies,
  joining,
  recovery,
  notifications,
  faqs,
  questions,
  withdrawals,
  messages,
  search,
  redirects,
  settings,
  audit,
  firmSite,
]
