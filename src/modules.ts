import { module as auctions } from '#auction/auctions/module.ts'
import { module as auctionAuthors } from '#auction/authors/module.ts'
import { module as auctionBids } from '#auction/bids/module.ts'
import { module as auctionConsignors } from '#auction/consignors/module.ts'
import { module as auctionFiles } from '#auction/files/module.ts'
import { module as auctionSales } from '#auction/sales/module.ts'
import { module as auctionSite } from '#auction/site/module.ts'
import { module as auctionWorks } from '#auction/works/module.ts'
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
import { module as checkins } from '#match/checkins/module.ts'
import { module as fairs } from '#match/fairs/module.ts'
import { module as invitations } from '#match/invitations/module.ts'
import { module as matchings } from '#match/matchings/module.ts'
import { module as meetings } from '#match/meetings/module.ts'
import { module as participants } from '#match/participants/module.ts'
import { module as matchProducts } from '#match/products/module.ts'
import { module as programmes } from '#match/programmes/module.ts'
import { module as matchSite } from '#match/site/module.ts'
import { module as approvals } from '#people/approvals/module.ts'
import { module as auth } from '#people/auth/module.ts'
import { module as bookmarks } from '#people/bookmarks/module.ts'
import { module as certify } from '#people/certify/module.ts'
import { module as companies } from '#people/companies/module.ts'
import { module as consents } from '#people/consents/module.ts'
import { module as faqs } from '#people/faqs/module.ts'
import { module as joining } from '#people/joining/module.ts'
import { module as levels } from '#people/levels/module.ts'
import { module as messages } from '#people/messages/module.ts'
import { module as notifications } from '#people/notifications/module.ts'
import { module as passkeys } from '#people/passkeys/module.ts'
import { module as questions } from '#people/questions/module.ts'
import { module as recovery } from '#people/recovery/module.ts'
import { module as terms } from '#people/terms/module.ts'
import { module as twoStep } from '#people/two-step/module.ts'
import { module as users } from '#people/users/module.ts'
import { module as withdrawals } from '#people/withdrawals/module.ts'
import { module as audit } from '#platform/audit/module.ts'
import { module as dashboard } from '#platform/dashboard/module.ts'
import { module as media } from '#platform/media/module.ts'
import { module as redirects } from '#platform/redirects/module.ts'
import { module as search } from '#platform/search/module.ts'
import { module as settings } from '#platform/settings/module.ts'
import { module as statistics } from '#platform/statistics/module.ts'
import { module as shopCarts } from '#shop/carts/module.ts'
import { module as shopCategories } from '#shop/categories/module.ts'
import { module as shopConditions } from '#shop/conditions/module.ts'
import { module as shopCoupons } from '#shop/coupons/module.ts'
import { module as shopExchanges } from '#shop/exchanges/module.ts'
import { module as shopGoods } from '#shop/goods/module.ts'
import { module as shopOrders } from '#shop/orders/module.ts'
import { module as shopPayments } from '#shop/payments/module.ts'
import { module as shopPoints } from '#shop/points/module.ts'
import { module as shopReports } from '#shop/reports/module.ts'
import { module as shopReturns } from '#shop/returns/module.ts'
import { module as shopReviews } from '#shop/reviews/module.ts'
import { module as shopSite } from '#shop/site/module.ts'
import { module as pickups } from '#trade/pickups/module.ts'

/**
 * The only registry of modules. Seeding and the groups of the public search follow this order: a module comes after
 * those whose records its own refer to.
 */
export const modules: readonly Module[] = [
  levels,
  users,
  auth,
  twoStep,
  passkeys,
  certify,
  dashboard,
  statistics,
  media,
  practices,
  offices,
  lawyers,
  boards,
  reading,
  comments,
  bookmarks,
  forms,
  templates,
  popups,
  banners,
  pages,
  terms,
  consents,
  // Before companies: a withdrawal runs the modules in this order, and finds the files of meeting rooms through rows
  // that are deleted with the company.
  meetings,
  companies,
  joining,
  recovery,
  notifications,
  faqs,
  questions,
  programmes,
  fairs,
  participants,
  matchProducts,
  matchings,
  invitations,
  checkins,
  auctionAuthors,
  auctions,
  auctionConsignors,
  auctionWorks,
  auctionFiles,
  auctionBids,
  auctionSales,
  shopConditions,
  shopCategories,
  shopGoods,
  shopCarts,
  shopOrders,
  shopPayments,
  shopCoupons,
  shopPoints,
  shopReviews,
  shopReturns,
  shopExchanges,
  shopReports,
  withdrawals,
  approvals,
  messages,
  search,
  redirects,
  settings,
  audit,
  firmSite,
  matchSite,
  auctionSite,
  shopSite,
  pickups,
]
